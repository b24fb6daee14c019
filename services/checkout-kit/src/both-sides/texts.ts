import type { Locale } from './locale.ts';
import { declineCodes, type DeclineCode, type Texts } from './text-shape.ts';
import { english } from './texts-en.ts';
import { portuguese } from './texts-pt.ts';

const byLocale: Readonly<Record<Locale, Texts>> = { pt: portuguese, en: english };

export const textsFor = (locale: Locale): Texts => byLocale[locale];

/** "{count} x {amount}" with its names replaced. A name without a value stays, so that a test can see it. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

const isDeclineCode = (code: string): code is DeclineCode => declineCodes.some((known) => known === code);

/** The payer's next step; an unknown code gets a general text. */
export const declineText = (texts: Texts, code: string | null): string =>
  texts.declined.reasons[code !== null && isDeclineCode(code) ? code : 'declined'];
