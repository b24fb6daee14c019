import { type CardVerdict } from './sale';

/** The outcome of a card. Its number is in memory while the sale is decided, and nowhere afterwards. */
export interface JudgedCard {
  /** Null where chance decides. */
  readonly verdict: CardVerdict | null;
  readonly delivery: Delivery;
}

/** A saved card: the outcome of its number, without the number. */
export interface SavedCard extends JudgedCard {
  readonly cardToken: string;
  readonly savedAt: string;
}

/** Whether a sale is carried out and answered. */
type Delivery =
  /** Carried out and answered. */
  | 'answered'
  /** Carried out, and never answered. */
  | 'withheld'
  /** Neither carried out nor answered. */
  | 'lost'
  /** Answered as not finished; the verdict is had five minutes later. */
  | 'late';

const authorized: CardVerdict = { isAuthorized: true, returnCode: '4' };
const denied = (returnCode: string): CardVerdict => ({ isAuthorized: false, returnCode });

/** Cielo's own sandbox: the last digit decides. The ninth is decided by chance. */
const byLastDigit: Readonly<Record<string, CardVerdict>> = {
  '0': authorized,
  '1': authorized,
  // Not authorised.
  '2': denied('05'),
  // Expired.
  '3': denied('57'),
  '4': authorized,
  // Blocked.
  '5': denied('78'),
  // The issuer took too long.
  '6': denied('99'),
  // Canceled.
  '7': denied('77'),
  // Problems with the card.
  '8': denied('70'),
};

/**
 * Our own rule, because the last digit simulates neither silence nor an empty account: digits five to twelve of a card
 * are 0071 and a control. 0000 is an ordinary card; 01xx is denied with code xx, 02xx only once it is a saved card.
 */
const controlPattern = /^\d{4}0071(\d{4})\d{4}$/;
const deliveries: Readonly<Record<string, Delivery>> = { '0001': 'withheld', '0002': 'lost', '0003': 'late' };

/** The outcome of a card when its number is typed. */
export const judgeCard = (cardNumber: string): JudgedCard => judge(cardNumber, /^01(\d{2})$/);

/** The outcome of the same card when it is paid with again after it was saved. */
export const saveCard = (cardNumber: string): JudgedCard => judge(cardNumber, /^0[12](\d{2})$/);

const judge = (cardNumber: string, deniedPattern: RegExp): JudgedCard => {
  const control = controlPattern.exec(cardNumber)?.[1] ?? '0000';
  const [, code] = deniedPattern.exec(control) ?? [];
  return {
    verdict: code === undefined ? (byLastDigit[cardNumber.slice(-1)] ?? null) : denied(code),
    delivery: deliveries[control] ?? 'answered',
  };
};

/** Null is decided by chance, which is from 0 to 1. */
export const verdictOf = (verdict: CardVerdict | null, chance: number): CardVerdict =>
  verdict ?? (chance < 0.5 ? authorized : denied('05'));
