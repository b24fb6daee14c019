import { languageTagOf, type Locale } from './locale.ts';
import { type Texts } from './text-shape.ts';
import { filled } from './texts.ts';

/** How a receipt is told: by the server in Brasília's time, by the payer's own device in its own. */
export interface Telling {
  readonly texts: Texts;
  readonly locale: Locale;
  readonly money: (amount: string, currency: string) => string;
  readonly timeText: (at: string) => string;
}

/** One line of a receipt; a text of null hides it. */
export interface ReceiptRow {
  /** Names its elements on the page. */
  readonly name: string;
  readonly label: string;
  readonly text: string | null;
}

/** The payment as it is shown to its payer; amounts and methods as the payer reads them. */
export interface PaidFacts {
  readonly amount: string;
  /** Of a price that has not come in full; null where nothing has. */
  readonly receivedInPart: string | null;
  /** Always the same lines in the same order, whatever they say. */
  readonly rows: readonly ReceiptRow[];
}

/** A moment in the zone of the device that runs this, or in the given one. */
export const momentText = (at: string, locale: Locale, timeZone?: string): string =>
  new Intl.DateTimeFormat(languageTagOf(locale), {
    dateStyle: 'short',
    timeStyle: 'short',
    ...(timeZone !== undefined && { timeZone }),
  }).format(new Date(at));

/** The server knows no payer's time zone, so it names the one it uses. */
export const brasiliaTimeText = (at: string, { texts, locale }: Pick<Telling, 'texts' | 'locale'>): string =>
  filled(texts.brasiliaTime, { time: momentText(at, locale, 'America/Sao_Paulo') });
