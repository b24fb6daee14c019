import { assertNever } from '@repasse/chassis/decider';
import { type PaymentEvent } from '../../payments/domain/payment-events';
import { type Dispute } from './dispute';

type DisputeEvent = Extract<PaymentEvent, { type: `Dispute${string}` }>;
type LaterEvent = Exclude<DisputeEvent, { type: 'DisputeOpened' }>;

/** The disputes of a payment after an event of one of them. */
export const evolveDisputes = (all: readonly Dispute[], event: DisputeEvent): readonly Dispute[] => {
  if (event.type === 'DisputeOpened') {
    return [...all, { ...event.data.dispute, status: 'open', evidence: [], answer: null }];
  }
  const { disputeId } = event.data;
  if (!all.some((each) => each.disputeId === disputeId)) {
    throw new Error(`Corrupt history: the dispute ${disputeId} goes on, and nothing before opens it.`);
  }
  return all.map((each) => (each.disputeId === disputeId ? { ...each, ...changeBy(event, each) } : each));
};

const changeBy = (event: LaterEvent, { evidence }: Dispute): Partial<Dispute> => {
  switch (event.type) {
    case 'DisputeWon':
      return { status: 'won' };
    case 'DisputeLost':
      return { status: 'lost' };
    case 'DisputeEvidenceAdded': {
      const { evidenceId, sha256 } = event.data;
      return { evidence: [...evidence, { evidenceId, sha256 }] };
    }
    case 'DisputeEvidenceRemoved': {
      const { evidenceId } = event.data;
      return { evidence: evidence.filter((each) => each.evidenceId !== evidenceId) };
    }
    case 'DisputeAnswered':
      return { answer: { decision: event.data.decision, answeredAt: event.at } };
    default:
      return assertNever(event);
  }
};
