import { formatAmount } from '@repasse/values/money';
import { type EventData, type EventType, type PaymentMethod } from '@repasse/contracts';
import { methodRows } from '../../projections/methods';

/** A sentence or two for each event type with this prefix; a missing text does not compile. */
export type TextsOf<Prefix extends string> = {
  readonly [T in Extract<EventType, `repasse.${Prefix}.${string}`>]: (data: EventData[T]) => string;
};

export const money = (amountMinor: number, currency: string): string =>
  `${formatAmount(amountMinor, currency)} ${currency}`;

export const methodOf = (method: PaymentMethod): string => methodRows[method].name;

export const amongOthers = (shareCount: number): string => (shareCount > 1 ? `, shared among ${shareCount} users` : '');

/** The payer's amount in their own currency, where that is another one. */
export const inTheirCurrency = (fx: EventData['repasse.payment.requested.v1']['fx']): string =>
  fx === undefined ? '' : `, which is ${money(fx.finalAmountMinor, fx.targetCurrency)} to the payer`;

export const inParts = (installments: number | undefined): string =>
  installments === undefined || installments === 1 ? '' : ` in ${installments} instalments`;

/** Our texts for a decline, in a merchant's words. */
const declines: Readonly<Record<string, string>> = {
  insufficient_funds: 'the payer has not enough money or limit',
  card_expired: 'the card has expired',
  card_blocked: 'the card is blocked',
  card_canceled: 'the card was canceled',
  invalid_card: 'the card’s data is not valid',
  invalid_security_code: 'the security code is wrong',
  limit_exceeded: 'a limit of the card is exceeded',
  suspected_fraud: 'fraud is suspected',
  issuer_unavailable: 'the payer’s bank could not be reached',
  not_permitted: 'the card does not allow this kind of payment',
  declined: 'the payer’s bank gave no reason',
};

/** A word of a later release is shown as it is, readable as far as it goes. */
export const declineOf = (code: string): string => declines[code] ?? code.replaceAll('_', ' ');

interface Failure {
  readonly reason: 'PROVIDER_ERROR' | 'DECLINED';
  readonly declineCode?: string;
  readonly isRetryable?: boolean;
}

export const failureOf = ({ reason, declineCode, isRetryable }: Failure): string => {
  if (reason === 'PROVIDER_ERROR') return 'the provider could not take it';
  const why = declineCode === undefined ? '' : `, ${declineOf(declineCode)}`;
  return `it was declined${why}${isRetryable === undefined ? '' : adviceOf(isRetryable)}`;
};

const adviceOf = (isRetryable: boolean): string =>
  isRetryable ? '; the same means may work another time' : '; another means is needed';

/** A text from outside, as a sentence of its own. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Who did it, where it is told: an id, which whoever may see the team knows the name of. */
export const doneBy = (actor: string | undefined): string => (actor === undefined ? '' : ` by ${actor}`);

export const quoted = (text: string | null): string => (text === null ? '' : ` The reason given: ${sentence(text)}`);
