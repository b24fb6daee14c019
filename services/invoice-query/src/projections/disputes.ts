import { defineProjection } from '@repasse/chassis/projection/definition';
import { type AnyEvent, type EventData } from '@repasse/contracts';
import { rowsByKey } from './rows-by-key';

export type DisputeStatus = 'OPEN' | 'WON' | 'LOST';

/** Columns of the table. */
interface DisputeRow {
  readonly dispute_id: string;
  readonly position: number;
  readonly user_id: number;
  readonly payment_id: string;
  readonly invoice_id: number;
  readonly charge_id: string | null;
  readonly attempt_id: string | null;
  readonly payment_method: string;
  readonly amount_minor: number;
  readonly currency: string;
  readonly provider: string;
  readonly provider_reference: string | null;
  readonly reason: string | null;
  /** Null where an event does not tell it; that changes nothing. */
  readonly status: DisputeStatus | null;
  readonly opened_at: string;
  readonly decided_at: string | null;
  readonly respond_by: string | null;
  readonly answered_at: string | null;
  readonly decision: 'CONTEST' | 'ACCEPT' | null;
  readonly evidence_count: number | null;
}

/** Every dispute, as it stands now. */
export const disputesProjection = defineProjection({
  name: 'disputes',
  topics: ['payment.events.v1'],
  tables: ['disputes'],
  rowsOf: (events) => rowsByKey(events.flatMap(disputeRowsOf), ({ dispute_id }) => dispute_id, later),
  write: 'show_disputes',
});

/** The same rules as in show_disputes, or a batch would lead to other rows than its events one by one. */
const later = (known: DisputeRow | undefined, row: DisputeRow): DisputeRow =>
  known === undefined
    ? row
    : {
        ...known,
        position: row.position,
        status: row.status ?? known.status,
        decided_at: row.decided_at ?? known.decided_at,
        answered_at: row.answered_at ?? known.answered_at,
        decision: row.decision ?? known.decision,
        evidence_count: row.evidence_count ?? known.evidence_count,
      };

const disputeRowsOf = (event: AnyEvent): DisputeRow[] => {
  switch (event.type) {
    case 'repasse.dispute.opened.v1': {
      const { providerReference, reason, openedAt, respondBy = null } = event.data;
      const told = { provider_reference: providerReference, reason, opened_at: openedAt, respond_by: respondBy };
      return [Object.assign(rowOf(event, event.data, openedAt), told, { status: 'OPEN' as const })];
    }
    case 'repasse.dispute.evidence_added.v1':
      return [said(event, event.data, event.data.addedAt)];
    case 'repasse.dispute.evidence_removed.v1':
      return [said(event, event.data, event.data.removedAt)];
    case 'repasse.dispute.answered.v1': {
      const { answeredAt, decision } = event.data;
      return [Object.assign(said(event, event.data, answeredAt), { answered_at: answeredAt, decision })];
    }
    case 'repasse.dispute.won.v1':
      return [decided(event, event.data, 'WON')];
    case 'repasse.dispute.lost.v1':
      return [decided(event, event.data, 'LOST')];
    default:
      // Events of other aggregates, and of releases to come: they show nothing here.
      return [];
  }
};

type Decided = EventData['repasse.dispute.won.v1'];

const decided = (event: AnyEvent, data: Decided, status: DisputeStatus): DisputeRow =>
  Object.assign(rowOf(event, data, data.decidedAt), { status, decided_at: data.decidedAt });

type Common = Omit<Decided, 'decidedAt'>;

const said = (event: AnyEvent, data: Common & { readonly evidenceCount: number }, at: string): DisputeRow =>
  Object.assign(rowOf(event, data, at), { evidence_count: data.evidenceCount });

/** When it was opened has been told before, in the same stream; what stands here is for a stream that lacks it. */
const rowOf = ({ position }: AnyEvent, data: Common, openedAt: string): DisputeRow => ({
  dispute_id: data.disputeId,
  position,
  user_id: data.userId,
  payment_id: data.paymentId,
  invoice_id: data.invoiceId,
  charge_id: data.chargeId,
  attempt_id: data.attemptId,
  payment_method: data.paymentMethod,
  amount_minor: data.amountMinor,
  currency: data.currency,
  provider: data.provider,
  ...{ provider_reference: null, reason: null, opened_at: openedAt },
  ...{ status: null, decided_at: null, respond_by: null, answered_at: null, decision: null, evidence_count: null },
});
