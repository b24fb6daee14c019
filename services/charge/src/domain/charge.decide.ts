import { assertNever, reject, type Decider, type Rejection } from '@repasse/chassis/decider';
import { amountMinorMax } from '@repasse/chassis/money';
import { attemptOf, evolve, type Attempt, type ChargeState, type ExistingCharge } from './charge';
import type {
  AttemptFailure,
  AttemptTerms,
  ChargeEvent,
  ChargePaid,
  ChargeTerms,
  OfAttempt,
  Offer,
  PaymentFact,
  Receipt,
} from './charge.events';
import { wholeBps } from './fees';
import type { Pricing } from './pricing';
import { fixedTotalMinor, percentTotalBps } from './split';

export const chargeCurrency = 'BRL';

export interface CreateCharge {
  readonly type: 'CreateCharge';
  readonly data: {
    readonly terms: ChargeTerms;
    readonly pricing: Pricing;
    /** The first attempt, when the caller chose a method. */
    readonly attempt: AttemptTerms | null;
  };
}
export interface RecordOffer {
  readonly type: 'RecordOffer';
  readonly data: Offer & { readonly chargeId: string; readonly attemptId: string; readonly now: string };
}
export interface RecordAttemptFailure {
  readonly type: 'RecordAttemptFailure';
  readonly data: {
    readonly chargeId: string;
    readonly attemptId: string;
    readonly reason: AttemptFailure;
    readonly now: string;
  };
}
export interface ExpireAttempt {
  readonly type: 'ExpireAttempt';
  readonly data: { readonly chargeId: string; readonly attemptId: string; readonly now: string };
}
export interface RecordPayment {
  readonly type: 'RecordPayment';
  readonly data: PaymentFact;
}
export type ChargeCommand = CreateCharge | RecordOffer | RecordAttemptFailure | ExpireAttempt | RecordPayment;

type Decision = readonly ChargeEvent[] | Rejection;

const decide = (command: ChargeCommand, state: ChargeState): Decision => {
  switch (command.type) {
    case 'CreateCharge':
      return createCharge(command.data, state);
    case 'RecordOffer':
      return whereExisting(state, (charge) => recordOffer(command.data, charge));
    case 'RecordAttemptFailure':
      return whereExisting(state, (charge) => recordAttemptFailure(command.data, charge));
    case 'ExpireAttempt':
      return whereExisting(state, (charge) => expireAttempt(command.data, charge));
    case 'RecordPayment':
      return whereExisting(state, (charge) => recordPayment(command.data, charge));
    default:
      return assertNever(command);
  }
};

const createCharge = ({ terms, pricing, attempt }: CreateCharge['data'], state: ChargeState): Decision => {
  if (state.status !== 'absent') return sayNothingIfSame(terms, state);
  const refusal = refusalOf(terms);
  if (refusal) return refusal;

  const created: ChargeEvent = { type: 'ChargeCreated', data: { ...terms, pricing } };
  if (!attempt) return [created];
  return [created, { type: 'AttemptRequested', data: { chargeId: terms.chargeId, ...attempt } }];
};

/** A retry of the same request is not news; the same id with other content is a caller's mistake. */
const sayNothingIfSame = (terms: ChargeTerms, { terms: known }: ExistingCharge): Decision => {
  const isSame =
    known.userId === terms.userId &&
    known.grossAmountMinor === terms.grossAmountMinor &&
    known.externalReference === terms.externalReference &&
    known.description === terms.description &&
    known.webhookUrl === terms.webhookUrl;
  return isSame
    ? []
    : reject('charge.exists_with_different_content', `Charge ${terms.chargeId} was created with other content.`);
};

const refusalOf = ({ grossAmountMinor, currency, expiresAt, createdAt, split }: ChargeTerms): Rejection | null => {
  if (currency !== chargeCurrency) return reject('charge.currency_not_supported', 'A charge is in BRL.');
  if (grossAmountMinor <= 0) return reject('charge.amount_not_positive', 'A charge must be for more than zero.');
  if (grossAmountMinor > amountMinorMax) return reject('charge.amount_too_large', 'No provider can take that much.');
  if (expiresAt <= createdAt) return reject('charge.expires_in_past', 'A charge must expire in the future.');
  if (fixedTotalMinor(split) > grossAmountMinor) {
    return reject('charge.split_exceeds_amount', 'The FIXED amounts add up to more than grossAmount.');
  }
  if (percentTotalBps(split) > wholeBps) {
    return reject('charge.split_exceeds_amount', 'The PERCENT values add up to more than 100.');
  }
  return null;
};

/** An answer that comes after the attempt has ended, or a second time, changes nothing. */
const recordOffer = (
  { attemptId, invoiceId, pix, expiresAt, now }: RecordOffer['data'],
  state: ExistingCharge,
): Decision => {
  const attempt = attemptOf(state, attemptId);
  if (!attempt) return unknownAttempt(attemptId);
  if (attempt.situation.status !== 'requested') return [];

  const { grossAmountMinor } = attempt.terms;
  const { currency } = state.terms;
  const data = { ...named(attempt, state), invoiceId, pix, grossAmountMinor, currency, expiresAt, offeredAt: now };
  return [{ type: 'AttemptOffered', data }];
};

const recordAttemptFailure = (
  { attemptId, reason, now }: RecordAttemptFailure['data'],
  state: ExistingCharge,
): Decision => {
  const attempt = attemptOf(state, attemptId);
  if (!attempt) return unknownAttempt(attemptId);
  if (!isOpen(attempt)) return [];
  return [{ type: 'AttemptFailed', data: { ...named(attempt, state), reason, failedAt: now } }];
};

const expireAttempt = ({ attemptId, now }: ExpireAttempt['data'], state: ExistingCharge): Decision => {
  const attempt = attemptOf(state, attemptId);
  if (!attempt) return unknownAttempt(attemptId);
  if (!isOpen(attempt)) return [];
  return [{ type: 'AttemptExpired', data: { ...named(attempt, state), expiredAt: now } }];
};

/**
 * Money that has arrived is never refused: whatever was thought of the attempt before, a payment at the provider is a
 * fact. What is unusual about it is said in the reason, for the merchant's rules to act on.
 */
const recordPayment = (payment: PaymentFact, state: ExistingCharge): Decision => {
  const attempt = attemptOf(state, payment.attemptId);
  if (!attempt) return unknownAttempt(payment.attemptId);
  if (hasReceived(state, payment)) return [];
  if (state.status === 'paid') return [{ type: 'ChargePaidAgain', data: payment }];

  if (payment.receivedAmountMinor < attempt.terms.grossAmountMinor)
    return [{ type: 'AttemptUnderpaid', data: payment }];
  return [{ type: 'ChargePaid', data: paidBy(payment, attempt, state) }];
};

const paidBy = (payment: PaymentFact, attempt: Attempt, state: ExistingCharge): ChargePaid['data'] => {
  const { grossAmountMinor, pricing } = attempt.terms;
  const { currency, description, externalReference, expiresAt } = state.terms;
  const isLate = payment.receivedAt > expiresAt;
  // A surplus outranks lateness: somebody has to decide where that money goes.
  const reason = payment.receivedAmountMinor > grossAmountMinor ? 'OVERPAID' : isLate ? 'LATE' : null;
  return {
    ...payment,
    ...named(attempt, state),
    grossAmountMinor,
    pricing,
    currency,
    description,
    externalReference,
    reason,
  };
};

const hasReceived = ({ receipts }: ExistingCharge, { paymentId, providerReference }: Receipt): boolean =>
  receipts.some((known) => known.paymentId === paymentId && known.providerReference === providerReference);

const isOpen = ({ situation: { status } }: Attempt): boolean => status === 'requested' || status === 'offered';

const named = ({ terms }: Attempt, { terms: { chargeId, userId } }: ExistingCharge): OfAttempt => ({
  chargeId,
  attemptId: terms.attemptId,
  userId,
  paymentId: terms.paymentId,
  paymentMethod: terms.paymentMethod,
});

const whereExisting = (state: ChargeState, decideOn: (charge: ExistingCharge) => Decision): Decision =>
  state.status === 'absent' ? reject('charge.not_found', 'There is no such charge.') : decideOn(state);

const unknownAttempt = (attemptId: string): Rejection =>
  reject('attempt.not_found', `The charge has no attempt ${attemptId}.`);

export const charge: Decider<ChargeCommand, ChargeState, ChargeEvent> = {
  initialState: { status: 'absent' },
  decide,
  evolve,
};
