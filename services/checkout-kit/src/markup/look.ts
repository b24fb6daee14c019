import { type Locale } from '../both-sides/locale.ts';
import { moneyText } from '../both-sides/money-text.ts';
import { brasiliaTimeText } from '../both-sides/receipt.ts';
import { type Texts } from '../both-sides/text-shape.ts';
import { textsFor } from '../both-sides/texts.ts';

/** How a page speaks. */
export interface Look {
  readonly locale: Locale;
  readonly texts: Texts;
  /** As the payer's language writes it. */
  readonly money: (amount: string, currency: string) => string;
  readonly timeText: (at: string) => string;
}

export const lookOf = (locale: Locale): Look => ({
  locale,
  texts: textsFor(locale),
  money: (amount, currency) => moneyText(amount, currency, locale),
  timeText: (at) => brasiliaTimeText(at, { texts: textsFor(locale), locale }),
});
