/** What this device remembers between visits: a nickname, seat links, small choices. */
import { read, readJson, write } from './kept';

const NAME = 'purrlor.nickname';
const LINKS = 'purrlor.links';
const CONFIRMS = 'purrlor.confirms';

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
    return readJson<Record<string, string>>(LINKS, {})[code] ?? '';
  }
  keep(code: string, token: string): void {
    write(LINKS, JSON.stringify({ ...readJson<Record<string, string>>(LINKS, {}), [code]: token }));
  }
  drop(code: string): void {
    const { [code]: _, ...others } = readJson<Record<string, string>>(LINKS, {});
    write(LINKS, JSON.stringify(others));
  }
}

export const device = new Device();
