import { type CardVerdict, type MaskedCard } from './sale';

/** What a sale's request held. It is in memory while the sale is decided, and nowhere afterwards. */
export interface SentCard {
  readonly number: string;
  readonly holder: string;
  readonly expirationDate: string;
  readonly brand: string;
}

/** A card that was saved before, as a sale names it. */
export interface NamedCard {
  readonly cardToken: string;
}

/** A saved card: no number, but the verdict and delivery that its number leads to. */
export interface SavedCard {
  readonly cardToken: string;
  readonly savedAt: string;
  readonly card: MaskedCard;
  /** Null where chance decides. */
  readonly verdict: CardVerdict | null;
  readonly delivery: Delivery;
}

/** Whether a sale is carried out and answered. */
export type Delivery =
  /** Carried out and answered. */
  | 'answered'
  /** Carried out, and never answered. */
  | 'withheld'
  /** Neither carried out nor answered. */
  | 'lost'
  /** Answered as not finished; the verdict is had five minutes later. */
  | 'late';

const authorized: CardVerdict = { isAuthorized: true, returnCode: '4', returnMessage: 'Operation Successful' };
const denied = (returnCode: string, returnMessage: string): CardVerdict => ({
  isAuthorized: false,
  returnCode,
  returnMessage,
});

/** Cielo's own sandbox: the last digit decides. The ninth is decided by chance. */
const byLastDigit: Readonly<Record<string, CardVerdict>> = {
  '0': authorized,
  '1': authorized,
  '2': denied('05', 'Not Authorized'),
  '3': denied('57', 'Card Expired'),
  '4': authorized,
  '5': denied('78', 'Blocked Card'),
  '6': denied('99', 'Time Out'),
  '7': denied('77', 'Card Canceled'),
  '8': denied('70', 'Problems with Credit Card'),
};

/**
 * Ours, because the last digit knows neither silence nor an empty account: digits five to twelve of a card are 0071 and
 * a control. 0000 is an ordinary card; 01xx is denied with code xx, 02xx only once it is a saved card.
 */
const controlPattern = /^\d{4}0071(\d{4})\d{4}$/;
const deliveries: Readonly<Record<string, Delivery>> = { '0001': 'withheld', '0002': 'lost', '0003': 'late' };

export const deliveryOf = (cardNumber: string): Delivery => deliveries[controlOf(cardNumber)] ?? 'answered';

/** `chance` is from 0 to 1. */
export const judgeCard = (cardNumber: string, chance: number): CardVerdict =>
  verdictOf(deniedByControl(cardNumber, /^01(\d{2})$/) ?? byLastDigit[cardNumber.slice(-1)] ?? null, chance);

/** Null is decided by chance. */
export const verdictOf = (verdict: CardVerdict | null, chance: number): CardVerdict =>
  verdict ?? (chance < 0.5 ? authorized : denied('05', 'Not Authorized'));

const deniedByControl = (cardNumber: string, pattern: RegExp): CardVerdict | undefined => {
  const [, code] = pattern.exec(controlOf(cardNumber)) ?? [];
  return code === undefined ? undefined : denied(code, 'Autorizacao negada');
};

export const saveCard = (card: SentCard): Omit<SavedCard, 'cardToken' | 'savedAt'> => ({
  card: maskCard(card),
  verdict: deniedByControl(card.number, /^0[12](\d{2})$/) ?? byLastDigit[card.number.slice(-1)] ?? null,
  delivery: deliveryOf(card.number),
});

const controlOf = (cardNumber: string): string => controlPattern.exec(cardNumber)?.[1] ?? '0000';

export const maskCard = ({ number, holder, expirationDate, brand }: SentCard): MaskedCard => ({
  number: `${number.slice(0, 6)}******${number.slice(-4)}`,
  holder,
  expirationDate,
  brand,
});
