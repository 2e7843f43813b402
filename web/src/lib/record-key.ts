/** The key of a game at a private table: in the address behind the #, where no server log sees it. */
export const keyInAddress = (): string => /^#key=([\w-]+)$/.exec(location.hash)?.[1] ?? '';

/** What stands behind an address that shall lead others to the game. */
export const behindAddress = (key: string): string => (key ? `#key=${key}` : '');
