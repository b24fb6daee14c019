import { languageTagOf, type Locale } from './locale.ts';
import { type Texts } from './text-shape.ts';
import { filled } from './texts.ts';

/** How a receipt is told, by the server and by the page's script alike. */
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

/** One moment has one text, on every device and on paper: a shop reads the receipt, too. So the zone is named. */
export const brasiliaTimeText = (at: string, { texts, locale }: Pick<Telling, 'texts' | 'locale'>): string => {
  const inBrasilia = new Intl.DateTimeFormat(languageTagOf(locale), {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'America/Sao_Paulo',
  });
  return filled(texts.brasiliaTime, { time: inBrasilia.format(new Date(at)) });
};
