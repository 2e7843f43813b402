/** The reader's language, switched without loading anew. */
import { getLocale, locales, overwriteGetLocale, setLocale } from '../paraglide/runtime.js';

type Locale = (typeof locales)[number];

class Language {
  now = $state<Locale>(getLocale());
  readonly all = locales;

  constructor() {
    document.documentElement.lang = this.now;
    overwriteGetLocale(() => this.now); // whatever was said is said anew when it changes
  }

  choose(locale: Locale): void {
    setLocale(locale, { reload: false });
    this.now = locale;
    document.documentElement.lang = locale;
  }
}

export const language = new Language();

export const LANGUAGE_NAMES: Record<Locale, string> = { en: 'English', nl: 'Nederlands', de: 'Deutsch' };

/** Join names as people say them. */
export function listed(names: string[]): string {
  return new Intl.ListFormat(getLocale(), { type: 'conjunction' }).format(names);
}
