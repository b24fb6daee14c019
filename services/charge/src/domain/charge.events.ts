import type { PaymentMethod } from './fees';
import type { Pricing } from './pricing';
import type { SplitRule } from './split';

/** What the merchant asked for. It never changes after the charge is created. */
export interface ChargeTerms {
  readonly chargeId: string;
  readonly userId: number;
  readonly kind: 'SALE';
  readonly grossAmountMinor: number;
  readonly currency: string;
  readonly description: string | null;
  readonly externalReference: string | null;
  readonly webhookUrl: string | null;
  readonly split: readonly SplitRule[];
  readonly expiresAt: string;
  readonly createdAt: string;
}

/** One try at collecting the charge. It has the fee of its method, so it is priced by itself. */
export interface AttemptTerms {
  readonly attemptId: string;
  readonly paymentId: string;
  readonly paymentMethod: PaymentMethod;
  readonly grossAmountMinor: number;
  readonly pricing: Pricing;
  readonly expiresAt: string;
  readonly requestedAt: string;
}

/** What the provider gave us to show to the payer. */
export interface Offer {
  readonly invoiceId: number;
  readonly pix: { readonly emv: string; readonly qrCodeBase64: string };
  readonly expiresAt: string;
}

/** PROVIDER_ERROR: the provider could not do it. DECLINED: it answered no. */
export type AttemptFailure = 'PROVIDER_ERROR' | 'DECLINED';

/** What was unusual about a payment that was accepted all the same. */
export type PaidReason = 'OVERPAID' | 'LATE';

/** Money that arrived. The pair of ids is what makes a payment the same payment when it is told twice. */
export interface Receipt {
  readonly paymentId: string;
  readonly providerReference: string;
}

export interface PaymentFact extends Receipt {
  readonly chargeId: string;
  readonly attemptId: string;
  readonly invoiceId: number;
  readonly receivedAmountMinor: number;
  /** When the payer paid, by the provider's clock. */
  readonly receivedAt: string;
  /** When it became known here. */
  readonly recordedAt: string;
}

/** Enough to tell whose attempt it is and how it pays without looking anything up: what is published says it too. */
export interface OfAttempt {
  readonly chargeId: string;
  readonly attemptId: string;
  readonly userId: number;
  readonly paymentId: string;
  readonly paymentMethod: PaymentMethod;
}

export interface ChargeCreated {
  readonly type: 'ChargeCreated';
  readonly data: ChargeTerms & { readonly pricing: Pricing };
}
export interface AttemptRequested {
  readonly type: 'AttemptRequested';
  readonly data: AttemptTerms & { readonly chargeId: string };
}
export interface AttemptOffered {
  readonly type: 'AttemptOffered';
  readonly data: OfAttempt &
    Offer & { readonly grossAmountMinor: number; readonly currency: string; readonly offeredAt: string };
}
export interface AttemptFailed {
  readonly type: 'AttemptFailed';
  readonly data: OfAttempt & { readonly reason: AttemptFailure; readonly failedAt: string };
}
export interface AttemptExpired {
  readonly type: 'AttemptExpired';
  readonly data: OfAttempt & { readonly expiredAt: string };
}
/** Less came than was asked for: the charge stays pending. */
export interface AttemptUnderpaid {
  readonly type: 'AttemptUnderpaid';
  readonly data: PaymentFact;
}
export interface ChargePaid {
  readonly type: 'ChargePaid';
  readonly data: PaymentFact &
    OfAttempt &
    Pick<ChargeTerms, 'grossAmountMinor' | 'currency' | 'description' | 'externalReference'> & {
      /** By the fee of the attempt's method: what was paid decides what it cost. */
      readonly pricing: Pricing;
      readonly reason: PaidReason | null;
    };
}
/** Money for a charge that was paid before. */
export interface ChargePaidAgain {
  readonly type: 'ChargePaidAgain';
  readonly data: PaymentFact;
}

export type ChargeEvent =
  | ChargeCreated
  | AttemptRequested
  | AttemptOffered
  | AttemptFailed
  | AttemptExpired
  | AttemptUnderpaid
  | ChargePaid
  | ChargePaidAgain;
