/** Numbers as people write them. */
import { getLocale } from '../paraglide/runtime.js';

/** In the reader's language, with a proper minus sign. */
export function signed(value: number): string {
  return new Intl.NumberFormat(getLocale()).format(value).replace('-', '−');
}
