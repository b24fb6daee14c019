import { assertNever } from '@repasse/chassis/decider';
import { type ChargeState, type Dispute, type ExistingCharge, type OpenCharge } from './charge';
import { type ChargeEvent, type EventOf } from './charge.events';
import {
  attemptCanceled,
  attemptInstructed,
  attemptOffered,
  attemptReopened,
  attemptRequested,
  changeAttempt,
} from './evolve/attempts';
import { paid, refunded } from './evolve/payments';
import { surplusReceived, surplusRefunded, surplusRefundFailed, surplusResolved } from './evolve/surplus';

export const evolve = (state: ChargeState, event: ChargeEvent): ChargeState =>
  event.type === 'ChargeCreated' ? created(event) : evolveExisting(existing(state), event);

const evolveExisting = (
  state: ExistingCharge,
  event: Exclude<ChargeEvent, EventOf<'ChargeCreated'>>,
): ExistingCharge => {
  assertMove(state, event);
  switch (event.type) {
    case 'AttemptRequested':
      return attemptRequested(state, event);
    case 'AttemptOffered':
      return attemptOffered(state, event);
    case 'AttemptInstructed':
      return attemptInstructed(state, event);
    case 'AttemptProcessing':
      return changeAttempt(state, event.data, event.at, { situation: { status: 'processing' } });
    case 'AttemptReopened':
      return attemptReopened(state, event);
    case 'AttemptFailed': {
      const { reason, declineCode, isRetryable } = event.data;
      return changeAttempt(state, event.data, event.at, {
        situation: { status: 'failed', reason, declineCode, isRetryable },
      });
    }
    case 'AttemptExpired':
      return changeAttempt(state, event.data, event.at, { situation: { status: 'expired' } });
    case 'AttemptCanceled':
      return attemptCanceled(state, event);
    case 'ChargePaid':
      return paid(state, event);
    case 'ChargeRefunded':
      return refunded(state, event);
    case 'ChargeSurplusReceived':
      return surplusReceived(state, event);
    case 'ChargeSurplusResolved':
      return surplusResolved(state, event);
    case 'ChargeSurplusRefunded':
      return surplusRefunded(state, event);
    case 'ChargeSurplusRefundFailed':
      return surplusRefundFailed(state, event);
    case 'ChargeProcessing':
    case 'ChargeReopened':
    case 'ChargeExpired':
    case 'ChargeCanceled':
    case 'ChargeFailed':
      return moved(state, event);
    case 'ChargeDisputed': {
      const { disputeId, paymentId, amountMinor = null } = event.data;
      const dispute: Dispute = { disputeId, paymentId, amountMinor, standing: 'open' };
      return { ...state, disputes: [...state.disputes, dispute], updatedAt: event.at };
    }
    case 'DisputeDecided': {
      const { disputeId, outcome } = event.data;
      const disputes = state.disputes.map((dispute) =>
        dispute.disputeId === disputeId ? { ...dispute, standing: outcome } : dispute,
      );
      return { ...state, disputes, updatedAt: event.at };
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

const created = ({ at, data: { terms, pricing } }: EventOf<'ChargeCreated'>): OpenCharge => ({
  status: 'pending',
  terms,
  pricing,
  attempts: [],
  receipts: [],
  surpluses: [],
  bookings: [],
  refunds: [],
  disputes: [],
  createdAt: at,
  updatedAt: at,
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

type Move = EventOf<'ChargeProcessing' | 'ChargeReopened' | 'ChargeExpired' | 'ChargeCanceled' | 'ChargeFailed'>;

/** A charge moves between these without money: a paid charge never does. */
const moved = (state: ExistingCharge, event: Move): ExistingCharge => {
  // Takes along only the fields of every charge: a field of the state before must not survive in the next.
  const facts = { ...factsOf(state), updatedAt: event.at };
  switch (event.type) {
    case 'ChargeProcessing':
      return { ...facts, status: 'processing' };
    case 'ChargeReopened':
      return { ...facts, status: 'pending' };
    case 'ChargeExpired':
      return { ...facts, status: 'expired' };
    case 'ChargeCanceled':
      return { ...facts, status: 'canceled' };
    case 'ChargeFailed':
      return { ...facts, status: 'failed', reason: event.data.reason };
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
  createdAt,
}: ExistingCharge): Omit<OpenCharge, 'status' | 'updatedAt'> => ({
  ...{ terms, pricing, attempts, receipts, surpluses, bookings, refunds, disputes, createdAt },
});
