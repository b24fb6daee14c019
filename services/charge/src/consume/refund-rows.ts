import { assertNever } from '@repasse/chassis/decider';
import { type FunctionCall } from '@repasse/chassis/postgres/function-call';
import { isOfType, type AnyEvent, type EventData, type EventType } from '@repasse/contracts';
import { type RefundRow } from '../store/reads/refunds-by-merchant';

/** The gateway's events about refunds; the last one leaves the row as it is read. */
export const refundTypes = [
  'repasse.refund.requested.v1',
  'repasse.refund.settled.v1',
  'repasse.refund.failed.v1',
] as const satisfies readonly EventType[];

const isRefundEvent = isOfType(refundTypes);

/** Writes the rows of refunds; none where the events tell of no refund of a charge, so that a payment costs nothing more. */
export const refundCallsOf = (events: readonly AnyEvent[]): readonly FunctionCall[] => {
  const rows = new Map<string, RefundRow>();
  for (const row of events.flatMap(rowsOf)) rows.set(row.refund_id, following(row, rows.get(row.refund_id)));
  return rows.size === 0 ? [] : [{ name: 'keep_refunds', values: [JSON.stringify([...rows.values()])] }];
};

/** The end of a refund names neither its reason, nor by whom and when it was asked for. */
const following = (row: RefundRow, earlier: RefundRow | undefined): RefundRow =>
  earlier === undefined
    ? row
    : {
        ...row,
        reason: row.reason ?? earlier.reason,
        requested_by: row.requested_by ?? earlier.requested_by,
        created_at: earlier.created_at,
      };

const rowsOf = (event: AnyEvent): readonly RefundRow[] => {
  if (!isRefundEvent(event)) return [];
  switch (event.type) {
    case 'repasse.refund.requested.v1': {
      const { reason, requestedBy = null, requestedAt } = event.data;
      return rowOf(event.data, { ...none, status: 'PENDING', reason, requested_by: requestedBy, at: requestedAt });
    }
    case 'repasse.refund.settled.v1':
      return rowOf(event.data, { ...none, status: 'SUCCEEDED', at: event.data.settledAt });
    case 'repasse.refund.failed.v1': {
      const { failure, failedAt } = event.data;
      return rowOf(event.data, { ...none, status: 'FAILED', failure, at: failedAt });
    }
    default:
      return assertNever(event);
  }
};

type Facts = Pick<
  EventData[(typeof refundTypes)[number]],
  'refundId' | 'chargeId' | 'paymentId' | 'invoiceId' | 'userId' | 'amountMinor' | 'currency' | 'purpose'
>;

type Standing = Pick<RefundRow, 'status' | 'reason' | 'failure' | 'requested_by'> & { readonly at: string };

const none = { reason: null, failure: null, requested_by: null } as const;

/** None for a payment without a charge. */
const rowOf = (facts: Facts, { at, ...standing }: Standing): readonly RefundRow[] => {
  const { chargeId } = facts;
  if (chargeId === null) return [];
  return [
    {
      refund_id: facts.refundId,
      charge_id: chargeId,
      payment_id: facts.paymentId,
      invoice_id: facts.invoiceId,
      user_id: facts.userId,
      amount_minor: facts.amountMinor,
      currency: facts.currency,
      purpose: facts.purpose,
      ...standing,
      created_at: at,
      updated_at: at,
    },
  ];
};
