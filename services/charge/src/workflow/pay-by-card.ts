import { toIso, type Clock } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type Ids } from '@repasse/chassis/ids';
import { type Attempt, type ExistingCharge } from '../domain/charge';
import { type Offer } from '../domain/charge.terms';
import { type ReceivedMoney } from '../clients/gateway-answers';
import {
  type CardAnswer,
  type CardPaymentRequest,
  type PaymentGateway,
  type PaymentStanding,
} from '../clients/payment-gateway';
import { type ChargeStore } from '../store/charge-store';
import { type MerchantRuleStore } from '../store/merchant-rules';
import { record } from './record-answers';

export interface CardPaymentInputs {
  readonly paidWith: GivenCard | SavedCard;
  readonly payer: CardPaymentRequest['payer'];
}

/** A card as its payer gave it, in memory only. */
interface GivenCard {
  readonly card: NonNullable<CardPaymentRequest['card']>;
  /** Whether its payer agrees that it is saved when it has paid. */
  readonly saveCard: boolean;
}

/** A card that was saved before, by our name for it. */
interface SavedCard {
  readonly cardToken: string;
}

export interface CardPaymentResult {
  readonly answer: CardAnswer;
  /** The charge after the recorded events. */
  readonly state: ExistingCharge;
}

/** Charges the card of a requested attempt, and records the result. */
export type PayByCard = (
  charge: ExistingCharge,
  attempt: Attempt,
  inputs: CardPaymentInputs,
) => Promise<CardPaymentResult>;

export interface CardDependencies {
  readonly charges: ChargeStore;
  readonly gateway: PaymentGateway;
  readonly merchantRules: MerchantRuleStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

export const createPayByCard =
  (deps: CardDependencies): PayByCard =>
  async (charge, attempt, inputs) => {
    const answer = await deps.gateway.requestCardPayment(cardRequestOf(charge, attempt, inputs));
    return { answer, state: await recordCardAnswer(deps, charge, attempt, answer) };
  };

/** The janitor calls it too, when it looks up the outcome later. An unknown outcome leaves the attempt in doubt. */
export const recordCardAnswer = async (
  deps: CardDependencies,
  charge: ExistingCharge,
  attempt: Attempt,
  answer: CardAnswer | PaymentStanding,
): Promise<ExistingCharge> => {
  const { chargeId } = charge.terms;
  const named = { chargeId, attemptId: attempt.terms.attemptId, now: toIso(deps.clock.now()) };
  const { charges } = deps;
  const offered = 'offer' in answer ? await recordOffer(charges, named, charge, answer.offer) : charge;
  switch (answer.outcome) {
    case 'received':
      return recordReceipts(deps, offered, attempt, answer);
    case 'declined': {
      const { declineCode, isRetryable } = answer;
      const data = { ...named, reason: 'DECLINED' as const, declineCode, isRetryable };
      return record(charges, chargeId, { type: 'RecordAttemptFailure', data });
    }
    case 'refused':
    case 'unavailable':
    case 'missing':
    case 'expired':
    case 'canceled':
      return record(charges, chargeId, {
        type: 'RecordAttemptFailure',
        data: { ...named, reason: 'PROVIDER_ERROR', isRetryable: true },
      });
    case 'unknown':
      return record(charges, chargeId, { type: 'RecordProcessing', data: named });
    case 'silent':
      return charge;
    default:
      return assertNever(answer);
  }
};

interface Named {
  readonly chargeId: string;
  readonly attemptId: string;
  readonly now: string;
}

const recordOffer = (
  charges: ChargeStore,
  named: Named,
  charge: ExistingCharge,
  offer: Offer | null,
): Promise<ExistingCharge> | ExistingCharge =>
  offer ? record(charges, named.chargeId, { type: 'RecordOffer', data: { ...named, ...offer } }) : charge;

/** The event that follows says the same, and is no news then. */
const recordReceipts = async (
  { charges, merchantRules, clock, ids }: CardDependencies,
  charge: ExistingCharge,
  { terms: { attemptId, paymentId } }: Attempt,
  { offer, receipts }: { readonly offer: Offer; readonly receipts: readonly ReceivedMoney[] },
): Promise<ExistingCharge> => {
  const { chargeId, userId } = charge.terms;
  const { payments: rules, fees } = await merchantRules.of(userId);
  let state = charge;
  for (const { providerReference, amountMinor, receivedAt } of receipts) {
    state = await record(charges, chargeId, {
      type: 'RecordPayment',
      data: {
        ...{ chargeId, attemptId, paymentId, providerReference, receivedAt, rules },
        invoiceId: offer.invoiceId,
        receivedAmountMinor: amountMinor,
        now: toIso(clock.now()),
        feeRules: fees,
        refundId: `re_${ids.ulid()}`,
      },
    });
  }
  return state;
};

const cardRequestOf = (
  { terms }: ExistingCharge,
  { terms: attempt }: Attempt,
  { paidWith, payer }: CardPaymentInputs,
): CardPaymentRequest => ({
  paymentId: attempt.paymentId,
  userId: terms.userId,
  chargeId: terms.chargeId,
  attemptId: attempt.attemptId,
  amountMinor: attempt.grossAmountMinor,
  currency: terms.currency,
  description: terms.description,
  externalReference: terms.externalReference,
  expiresAt: attempt.expiresAt,
  installments: attempt.installments,
  saveCard: false,
  ...paidWith,
  ...(payer && { payer }),
});
