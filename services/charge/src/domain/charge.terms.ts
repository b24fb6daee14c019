import { type ChargeMethod, type FxQuote } from '@repasse/contracts';
import { type Instructions } from './methods';
import { type Pricing } from './pricing';
import { type SplitRule } from './split';

export const chargeCurrency = 'BRL';

/** The parameter by which a payer who returns to the merchant's page brings the charge's id. */
export const returnParameter = 'chargeId';

/** The merchant's request. It never changes after the charge is created. */
export interface ChargeTerms {
  readonly chargeId: string;
  readonly userId: number;
  readonly kind: 'SALE';
  readonly grossAmountMinor: number;
  readonly currency: string;
  readonly description: string | null;
  readonly externalReference: string | null;
  readonly webhookUrl: string | null;
  /** Where the payer goes after paying, unless an attempt says otherwise. */
  readonly redirectUrl: string | null;
  readonly split: readonly SplitRule[];
  /** How it may be paid; null leaves that to the payer. */
  readonly methods: readonly ChargeMethod[] | null;
  /** In how many monthly parts a card may pay, at most. */
  readonly installmentsMax: number;
  /** The charge fails with its last attempt. Technical failures do not count. */
  readonly attemptsMax: number;
  /** How the payer is identified; null for charges that POST /payments has not made. */
  readonly clientMode: ClientMode | null;
  readonly expiresAt: string;
}

/** The most instalments that acquirers accept. */
export const installmentsLimit = 12;

/** After ten failures the payer cannot pay, or a thief is testing stolen card numbers. */
export const attemptsLimit = 10;

/**
 * With those that failed for technical reasons, which use up no try of the payer: a bound for the stream of a charge, and
 * for how often a card may meet an acquirer that is in trouble (Visa allows fifteen tries in thirty days).
 */
export const attemptsInAllLimit = 20;

/** The payer's data comes from no one, from the merchant with the request, or from the payer at the checkout. */
export type ClientMode = 'noNeedToSpecify' | 'fillDataNow' | 'requestCheckout';

/** One try at collecting the charge. It has the fee of its method, so it is priced by itself. */
export interface AttemptTerms {
  readonly attemptId: string;
  readonly paymentId: string;
  readonly paymentMethod: ChargeMethod;
  /** The amount to pay: the charge's amount, less held underpayments. */
  readonly grossAmountMinor: number;
  /** In how many monthly parts; 1 for everything but cards. */
  readonly installments: number;
  /** The frozen price in the payer's currency; null when the payer pays in BRL. */
  readonly fx: FxQuote | null;
  readonly redirectUrl: string | null;
  /** Of the whole charge by the fee of this method: a remainder is never priced by itself. */
  readonly pricing: Pricing;
  readonly expiresAt: string;
}

/** The number of a quote after a restore. The gateway has it, with the payment. */
export const lostQuoteId = '';

/** The provider's data to show to the payer. */
export interface Offer {
  readonly invoiceId: number;
  /** Null after a restore, until the gateway was asked for them again. */
  readonly instructions: Instructions | null;
  readonly expiresAt: string;
}

/** PROVIDER_ERROR: the provider could not do it. DECLINED: it answered no. */
export type AttemptFailure = 'PROVIDER_ERROR' | 'DECLINED';

/** Why a card was declined, in words that are the same for every provider. */
export interface Decline {
  readonly declineCode: string | null;
  /** Whether the same card may be tried again; null when the provider does not say. */
  readonly isRetryable: boolean | null;
}

/** Money that arrived. The pair of ids identifies a payment when it is reported twice. */
export interface Receipt {
  readonly paymentId: string;
  readonly providerReference: string;
}

export interface PaymentFact extends Receipt {
  readonly attemptId: string;
  readonly invoiceId: number;
  readonly receivedAmountMinor: number;
  /** When the payer paid, by the provider's clock. */
  readonly receivedAt: string;
}

/** How money that does not match the charge is handled. */
export type Handling = 'accept' | 'refund' | 'hold';

/** The merchant's answers to the four ways a payment can be unusual, and to a recipient whom nobody knows. */
export interface PaymentRules {
  /** It came after the charge had expired. */
  readonly late: Handling;
  /** More came than was asked for; the rule is about the surplus only. */
  readonly overpaid: Handling;
  readonly underpaid: Handling;
  /** The charge was paid before, or is not to be paid any more. */
  readonly duplicate: Handling;
  /** The receiver of a share whose recipient nobody knows: the owner, or the recipient once known and verified. */
  readonly unknownRecipient: 'owner' | 'hold';
  /** How long such a share waits, in days from the payment, before it is the owner's. */
  readonly shareHoldDays: number;
}

/** Money is accepted wherever that is safe for the payer; money beyond the charge is refunded. */
export const paymentRulesDefault: PaymentRules = {
  late: 'accept',
  overpaid: 'refund',
  underpaid: 'hold',
  duplicate: 'refund',
  unknownRecipient: 'owner',
  shareHoldDays: 90,
};

export const paidReasons = ['UNDERPAID', 'OVERPAID', 'LATE'] as const;

/** Why a payment that paid the charge was unusual. */
export type PaidReason = (typeof paidReasons)[number];

export const surplusReasons = [...paidReasons, 'DUPLICATE', 'CANCELED'] as const;

/** Why money lies beside a charge. CANCELED: the charge had been canceled, or had failed. */
export type SurplusReason = (typeof surplusReasons)[number];

/** Which user gives back how much of a refund; null for all users in proportion to their shares. */
export type SplitRefund = readonly { readonly userId: number; readonly amountMinor: number }[] | null;
