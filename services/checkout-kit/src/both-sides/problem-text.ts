import { type Texts } from './text-shape.ts';

/** A refusal as the page reads it: its code, and the details of a decline. */
export interface Problem {
  readonly code: string;
  readonly declineCode: string | null;
  readonly isRetryable: boolean;
}

/** No answer came at all: what became of the request is not known. */
export const networkProblem: Problem = { code: 'network', declineCode: null, isRetryable: true };

/** A card that was not charged for reasons that are not the card's, as it is found later. */
export const notTakenProblem: Problem = { code: 'provider.unavailable', declineCode: null, isRetryable: true };

type ProblemName = keyof Texts['problems'];

const nameByCode: Readonly<Record<string, ProblemName>> = {
  network: 'network',
  'auth.checkout_token_invalid': 'token',
  'charge.not_payable': 'notPayable',
  'checkout.not_payable': 'notPayable',
  'checkout.not_found': 'token',
  'checkout.payment_in_progress': 'inProgress',
  'checkout.tries_exhausted': 'exhausted',
  'checkout.payer_not_asked': 'notPayable',
  'checkout.payer_differs': 'payerDiffers',
  'charge.payment_in_progress': 'inProgress',
  'charge.attempts_exhausted': 'exhausted',
  'fx.currency_not_supported': 'currency',
  'payment.amount_out_of_range': 'currencyAmount',
  'charge.payment_method_not_available': 'rejected',
  'provider.rejected': 'rejected',
  'provider.unavailable': 'unavailable',
  'provider.timeout': 'unavailable',
  'fx.rate_unavailable': 'unavailable',
  'server.unavailable': 'unavailable',
};

/** In the payer's words; codes mean nothing to him. */
export const problemText = (texts: Texts, { code }: Problem): string => texts.problems[nameByCode[code] ?? 'unknown'];

/** A problem document as it came, which may be anything. */
export const problemOf = (body: unknown): Problem => {
  const { code, declineCode, retryable } = isRecord(body) ? body : {};
  return {
    code: typeof code === 'string' ? code : 'unknown',
    declineCode: typeof declineCode === 'string' ? declineCode : null,
    isRetryable: retryable === true,
  };
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
