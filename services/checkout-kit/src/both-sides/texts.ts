import { type Locale } from './locale.ts';
import { type Texts } from './text-shape.ts';
import { english } from './texts-en.ts';
import { portuguese } from './texts-pt.ts';

const byLocale: Readonly<Record<Locale, Texts>> = { pt: portuguese, en: english };

export const textsFor = (locale: Locale): Texts => byLocale[locale];

/** "{count} x {amount}" with its names replaced. A name without a value stays, so that a test can see it. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
