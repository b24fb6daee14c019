import { assertNever } from '@repasse/chassis/decider';
import type { ChargeState, ExistingCharge, OpenCharge } from './charge';
import type { ChargeCreated, ChargeEvent } from './charge.events';
import { attemptCanceled, attemptOffered, attemptReopened, attemptRequested, changeAttempt } from './evolve/attempts';
import { paid, refunded } from './evolve/payments';
import { surplusReceived, surplusRefunded, surplusRefundFailed, surplusResolved } from './evolve/surplus';

export const evolve = (state: ChargeState, event: ChargeEvent): ChargeState =>
  event.type === 'ChargeCreated' ? created(event.data) : evolveExisting(existing(state), event);

const evolveExisting = (state: ExistingCharge, event: Exclude<ChargeEvent, ChargeCreated>): ExistingCharge => {
  assertMove(state, event);
  switch (event.type) {
    case 'AttemptRequested':
      return attemptRequested(state, event.data);
    case 'AttemptOffered':
      return attemptOffered(state, event.data);
    case 'AttemptProcessing':
      return changeAttempt(state, event.data, event.data.processingAt, { situation: { status: 'processing' } });
    case 'AttemptReopened':
      return attemptReopened(state, event.data);
    case 'AttemptFailed': {
      const { reason, declineCode, isRetryable, failedAt } = event.data;
      return changeAttempt(state, event.data, failedAt, {
        situation: { status: 'failed', reason, declineCode, isRetryable },
      });
    }
    case 'AttemptExpired':
      return changeAttempt(state, event.data, event.data.expiredAt, { situation: { status: 'expired' } });
    case 'AttemptCanceled':
      return attemptCanceled(state, event.data);
    case 'ChargePaid':
      return paid(state, event.data);
    case 'ChargeRefunded':
      return refunded(state, event.data);
    case 'ChargeSurplusReceived':
      return surplusReceived(state, event.data);
    case 'ChargeSurplusResolved':
      return surplusResolved(state, event.data);
    case 'ChargeSurplusRefunded':
      return surplusRefunded(state, event.data);
    case 'ChargeSurplusRefundFailed':
      return surplusRefundFailed(state, event.data);
    case 'ChargeProcessing':
    case 'ChargeReopened':
    case 'ChargeExpired':
    case 'ChargeCanceled':
    case 'ChargeFailed':
      return moved(state, event);
    case 'ChargeDisputed': {
      const { disputeId, disputedAt } = event.data;
      return { ...state, disputes: [...state.disputes, { disputeId, standing: 'open' }], updatedAt: disputedAt };
    }
    case 'DisputeDecided': {
      const { disputeId, outcome, decidedAt } = event.data;
      const disputes = state.disputes.map((dispute) =>
        dispute.disputeId === disputeId ? { disputeId, standing: outcome } : dispute,
      );
      return { ...state, disputes, updatedAt: decidedAt };
    }
    default:
      return assertNever(event);
  }
};

/** Every event but the first presumes a charge; a history that says otherwise is corrupt, so stop. */
const existing = (state: ChargeState): ExistingCharge => {
  if (state.status === 'absent') throw new Error('Corrupt history: the charge was never created.');
  return state;
};

const created = ({ pricing, ...terms }: ChargeCreated['data']): OpenCharge => ({
  status: 'pending',
  terms,
  pricing,
  attempts: [],
  receipts: [],
  surpluses: [],
  bookings: [],
  refunds: [],
  disputes: [],
  updatedAt: terms.createdAt,
});

/**
 * The states each event may move a charge from; a history with another one is corrupt. Checked against
 * contracts/state-machines/charge.json, so that no decider adds a transition of its own.
 */
export const movesFrom = {
  ChargeProcessing: ['pending', 'expired'],
  ChargeReopened: ['processing'],
  ChargeExpired: ['pending'],
  ChargeCanceled: ['pending'],
  ChargeFailed: ['pending', 'processing'],
  ChargePaid: ['pending', 'processing', 'expired'],
  ChargeRefunded: ['paid'],
} as const satisfies Partial<Record<ChargeEvent['type'], readonly ExistingCharge['status'][]>>;

const assertMove = (state: ExistingCharge, { type }: ChargeEvent): void => {
  const from: readonly string[] | undefined = Object.hasOwn(movesFrom, type)
    ? movesFrom[type as keyof typeof movesFrom]
    : undefined;
  if (from && !from.includes(state.status)) {
    throw new Error(`Corrupt history: ${type} of a charge that is ${state.status}.`);
  }
};

type Move = Extract<
  ChargeEvent,
  { readonly type: 'ChargeProcessing' | 'ChargeReopened' | 'ChargeExpired' | 'ChargeCanceled' | 'ChargeFailed' }
>;

/** A charge moves between these without money: a paid charge never does. */
const moved = (state: ExistingCharge, event: Move): ExistingCharge => {
  // Takes along only the fields of every charge: a field of the state before must not survive in the next.
  const facts = factsOf(state);
  switch (event.type) {
    case 'ChargeProcessing':
      return { ...facts, status: 'processing', updatedAt: event.data.processingAt };
    case 'ChargeReopened':
      return { ...facts, status: 'pending', updatedAt: event.data.reopenedAt };
    case 'ChargeExpired':
      return { ...facts, status: 'expired', updatedAt: event.data.expiredAt };
    case 'ChargeCanceled':
      return { ...facts, status: 'canceled', updatedAt: event.data.canceledAt };
    case 'ChargeFailed':
      return { ...facts, status: 'failed', reason: event.data.reason, updatedAt: event.data.failedAt };
    default:
      return assertNever(event);
  }
};

const factsOf = ({
  terms,
  pricing,
  attempts,
  receipts,
  surpluses,
  bookings,
  refunds,
  disputes,
}: ExistingCharge): Omit<OpenCharge, 'status' | 'updatedAt'> => ({
  ...{ terms, pricing, attempts, receipts, surpluses, bookings, refunds, disputes },
});
