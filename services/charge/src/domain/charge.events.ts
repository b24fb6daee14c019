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

interface OfAttempt {
  readonly chargeId: string;
  readonly attemptId: string;
}

export type ChargeEvent =
  | { readonly type: 'ChargeCreated'; readonly data: ChargeTerms & { readonly pricing: Pricing } }
  | { readonly type: 'AttemptRequested'; readonly data: OfAttempt & AttemptTerms }
  | { readonly type: 'AttemptOffered'; readonly data: OfAttempt & Offer & { readonly offeredAt: string } }
  | {
      readonly type: 'AttemptFailed';
      readonly data: OfAttempt & { readonly reason: AttemptFailure; readonly failedAt: string };
    }
  | { readonly type: 'AttemptExpired'; readonly data: OfAttempt & { readonly expiredAt: string } }
  | { readonly type: 'AttemptUnderpaid'; readonly data: PaymentFact }
  | { readonly type: 'ChargePaid'; readonly data: PaymentFact & { readonly reason: PaidReason | null } }
  | { readonly type: 'ChargePaidAgain'; readonly data: PaymentFact };
