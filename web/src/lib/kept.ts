/** What a device keeps between visits; a private window may not remember, and plays all the same. */
export function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // it forgets
  }
}

/** Something kept as JSON, or what it is without; whatever else stands there is not trusted. */
export function readJson<T extends object>(key: string, without: T): T {
  try {
    const found: unknown = JSON.parse(read(key) || 'null');
    return found !== null && typeof found === 'object' ? (found as T) : without;
  } catch {
    return without;
  }
}

/** Forget everything, as if this device had never been here. */
export function forgetAll(): void {
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      window[storage].clear();
    } catch {
      // it remembers nothing
    }
  }
}
