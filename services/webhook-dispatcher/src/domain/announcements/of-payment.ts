import { type PaymentMethod } from '@repasse/contracts';
import { formatMinor } from '@repasse/values/money';
import { type WebhookEventType } from '../event-types';
import { type Announcement, type Background } from './announcement';

/** The fields of every event about a payment. */
export interface PaymentFacts {
  readonly paymentId: string;
  readonly invoiceId: number;
  readonly userId: number;
  /** Null of a payment in coins. */
  readonly chargeId: string | null;
  readonly attemptId: string | null;
  readonly paymentMethod: PaymentMethod;
  readonly amountMinor: number;
  readonly currency: string;
}

/** The message to the owner of a payment, with its charge where it has one. */
export const ofPayment = (
  { userId, chargeId, invoiceId }: PaymentFacts,
  type: WebhookEventType,
  occurredAt: string,
  data: Readonly<Record<string, unknown>>,
): readonly Announcement[] => [
  {
    ...{ userId, chargeId, invoiceId, type, occurredAt },
    isOwner: true,
    dataOf: ({ charge }: Background) => ({ charge, ...data }),
  },
];

export const paymentPlace = (facts: PaymentFacts) => ({
  paymentId: facts.paymentId,
  invoiceId: facts.invoiceId,
  chargeId: facts.chargeId,
  attemptId: facts.attemptId,
  paymentMethod: facts.paymentMethod,
  amount: formatMinor(facts.amountMinor),
  currency: facts.currency,
});
