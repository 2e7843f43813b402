/** What this device remembers between visits: a nickname, seat links, small choices. */
const NAME = 'purrlor.nickname';
const LINKS = 'purrlor.links';
const CONFIRMS = 'purrlor.confirms';

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // a private window may not remember; it plays all the same
  }
}

class Device {
  #nickname = $state(read(NAME));
  #confirms = $state(read(CONFIRMS) !== 'no');

  get nickname(): string {
    return this.#nickname;
  }
  set nickname(name: string) {
    this.#nickname = name;
    write(NAME, name);
  }

  /** Whether costly moves are asked about first. */
  get confirms(): boolean {
    return this.#confirms;
  }
  set confirms(value: boolean) {
    this.#confirms = value;
    write(CONFIRMS, value ? 'yes' : 'no');
  }

  /** The token that takes a seat along to another device. */
  token(code: string): string {
    return (JSON.parse(read(LINKS) || '{}') as Record<string, string>)[code] ?? '';
  }
  keep(code: string, token: string): void {
    const links = JSON.parse(read(LINKS) || '{}') as Record<string, string>;
    write(LINKS, JSON.stringify({ ...links, [code]: token }));
  }
}

export const device = new Device();
