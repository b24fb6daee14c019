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
  readonly status: DisputeStatus;
  readonly opened_at: string;
  readonly decided_at: string | null;
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
    : { ...known, position: row.position, status: row.status, decided_at: row.decided_at ?? known.decided_at };

const disputeRowsOf = (event: AnyEvent): DisputeRow[] => {
  switch (event.type) {
    case 'repasse.dispute.opened.v1': {
      const { providerReference, reason, openedAt } = event.data;
      const told = { provider_reference: providerReference, reason, opened_at: openedAt };
      return [Object.assign(headOf(event, event.data), told, { status: 'OPEN' as const, decided_at: null })];
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

/** When it was opened has been told before, in the same stream; what stands here is for a stream that lacks it. */
const decided = (event: AnyEvent, data: Decided, status: DisputeStatus): DisputeRow =>
  Object.assign(headOf(event, data), {
    ...{ provider_reference: null, reason: null, opened_at: data.decidedAt },
    ...{ status, decided_at: data.decidedAt },
  });

type Common = Omit<Decided, 'decidedAt'>;

const headOf = ({ position }: AnyEvent, data: Common) => ({
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
});
