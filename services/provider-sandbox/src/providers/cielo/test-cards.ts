import { type CardVerdict, type MaskedCard } from './sale';

/** What a sale's request held. It is in memory while the sale is decided, and nowhere afterwards. */
export interface SentCard {
  readonly number: string;
  readonly holder: string;
  readonly expirationDate: string;
  readonly brand: string;
}

/** What becomes of a sale beside the issuer's verdict. */
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
 * a control. 0000 is an ordinary card; 01xx is denied with code xx.
 */
const controlPattern = /^\d{4}0071(\d{4})\d{4}$/;
const deliveries: Readonly<Record<string, Delivery>> = { '0001': 'withheld', '0002': 'lost', '0003': 'late' };

export const deliveryOf = (cardNumber: string): Delivery => deliveries[controlOf(cardNumber)] ?? 'answered';

/** `chance` is from 0 to 1. */
export const judgeCard = (cardNumber: string, chance: number): CardVerdict => {
  const [, code] = /^01(\d{2})$/.exec(controlOf(cardNumber)) ?? [];
  if (code !== undefined) return denied(code, 'Autorizacao negada');
  const verdict = byLastDigit[cardNumber.slice(-1)];
  return verdict ?? (chance < 0.5 ? authorized : denied('05', 'Not Authorized'));
};

const controlOf = (cardNumber: string): string => controlPattern.exec(cardNumber)?.[1] ?? '0000';

export const maskCard = ({ number, holder, expirationDate, brand }: SentCard): MaskedCard => ({
  number: `${number.slice(0, 6)}******${number.slice(-4)}`,
  holder,
  expirationDate,
  brand,
});
