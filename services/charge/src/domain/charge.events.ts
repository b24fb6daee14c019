import { type Dated, type Happened } from '@repasse/chassis/decider';
import {
  type AttemptFailure,
  type AttemptTerms,
  type ChargeTerms,
  type Decline,
  type Offer,
  type PaidReason,
  type PaymentFact,
  type Receipt,
  type SplitRefund,
  type SurplusReason,
} from './charge.terms';
import { type Instructions } from './methods';
import { type Pricing } from './pricing';

/** An attempt of the stream's charge; the state knows its payment and its method. */
interface OfAttempt {
  readonly attemptId: string;
}

type AttemptEvent =
  | Happened<'AttemptRequested', AttemptTerms>
  | Happened<'AttemptOffered', OfAttempt & Offer>
  /** The instructions of an offer, which a restore had lost. */
  | Happened<'AttemptInstructed', OfAttempt & { readonly instructions: Instructions }>
  /** The payer has paid or authorised, and the provider has not confirmed it. */
  | Happened<'AttemptProcessing', OfAttempt>
  /** The payer's try failed, and the same offer can be paid again. */
  | Happened<'AttemptReopened', OfAttempt>
  | Happened<'AttemptFailed', OfAttempt & Decline & { readonly reason: AttemptFailure }>
  | Happened<'AttemptExpired', OfAttempt>
  /** Must not be paid any more. `isConfirmed` once the provider has canceled it: until then a payer may still pay it. */
  | Happened<'AttemptCanceled', OfAttempt & { readonly isConfirmed: boolean }>;

type ChargeMove =
  | Happened<'ChargeProcessing', OfAttempt>
  | Happened<'ChargeReopened', OfAttempt>
  | Happened<'ChargeExpired'>
  | Happened<'ChargeCanceled'>
  /** The last attempt the charge may have has failed. */
  | Happened<'ChargeFailed', { readonly reason: AttemptFailure }>;

type PaidEvent =
  | Happened<
      'ChargePaid',
      PaymentFact & {
        /**
         * The amount booked as paid: the charge's amount, or the received amount where less was accepted for the whole.
         */
        readonly grossAmountMinor: number;
        /** By the fee of the attempt's method: the method that paid decides the fee. */
        readonly pricing: Pricing;
        readonly reason: PaidReason | null;
      }
    >
  | Happened<
      'ChargeRefunded',
      OfAttempt & {
        readonly paymentId: string;
        readonly refundId: string;
        readonly amountMinor: number;
        readonly isFull: boolean;
        readonly splitRefund: SplitRefund;
      }
    >;

type SurplusEvent =
  /** Money came that the charge could not use, or not yet. Held or refunded, it is never lost sight of. */
  | Happened<
      'ChargeSurplusReceived',
      OfAttempt &
        Receipt & {
          readonly invoiceId: number;
          readonly surplusAmountMinor: number;
          readonly reason: SurplusReason;
          readonly handling: 'ACCEPT' | 'REFUND' | 'HOLD';
          /** Under which the gateway gives it back; null unless it is refunded. */
          readonly refundId: string | null;
          /** When the payer paid, by the provider's clock. */
          readonly receivedAt: string;
        }
    >
  /** Held money found its use. APPLY: it pays the charge. ACCEPT: the merchant keeps it beside the charge. */
  | Happened<
      'ChargeSurplusResolved',
      OfAttempt &
        Receipt & {
          readonly surplusAmountMinor: number;
          readonly handling: 'ACCEPT' | 'REFUND' | 'APPLY';
          readonly refundId: string | null;
          /** The person or API key that decided; absent where nobody did, and of decisions from before it was kept. */
          readonly resolvedBy?: string | undefined;
        }
    >
  | Happened<'ChargeSurplusRefunded', OfAttempt & Receipt & { readonly refundId: string; readonly amountMinor: number }>
  /** The provider refused the refund: the money is held again until the merchant decides. */
  | Happened<'ChargeSurplusRefundFailed', Receipt & { readonly refundId: string }>;

type DisputeEvent =
  /** Events of before amounts were recorded have none. */
  | Happened<
      'ChargeDisputed',
      { readonly disputeId: string; readonly paymentId: string; readonly amountMinor?: number | undefined }
    >
  | Happened<'DisputeDecided', { readonly disputeId: string; readonly outcome: 'won' | 'lost' }>;

/** An event as it is decided: it gets the time of its command. The stream's id is the charge's. */
export type UndatedChargeEvent =
  | Happened<'ChargeCreated', { readonly terms: ChargeTerms; readonly pricing: Pricing }>
  | AttemptEvent
  | ChargeMove
  | PaidEvent
  | SurplusEvent
  | DisputeEvent;

export type ChargeEvent = Dated<UndatedChargeEvent>;
export type EventOf<Type extends ChargeEvent['type']> = Extract<ChargeEvent, { readonly type: Type }>;
export type DataOf<Type extends ChargeEvent['type']> = EventOf<Type>['data'];
