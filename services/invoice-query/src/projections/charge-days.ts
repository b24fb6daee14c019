import { defineProjection } from '@repasse/chassis/projection/definition';
import { type AnyEvent, type PaymentMethod } from '@repasse/contracts';
import { dayAt, type Day } from '@repasse/values/brasilia-time';
import { rowsByKey } from './rows-by-key';

/** What is added to a day of a user, by method. */
export interface ChargeDayRow {
  readonly user_id: number;
  readonly day: Day;
  readonly payment_method: PaymentMethod;
  readonly paid_count: number;
  readonly paid_minor: number;
  readonly fee_minor: number;
  readonly refund_count: number;
  readonly refund_minor: number;
  readonly failed_count: number;
}

/** What charges brought on each day of Brasília, by method. Every event adds to one row, whatever came before it. */
export const chargeDaysProjection = defineProjection({
  name: 'charge_days',
  topics: ['charge.events.v1', 'payment.events.v1'],
  tables: ['charge_days'],
  rowsOf: (events) => chargeDayRowsOf(events),
  write: 'show_charge_days',
});

export const chargeDayRowsOf = (events: readonly AnyEvent[]): readonly ChargeDayRow[] =>
  rowsByKey(
    events.flatMap(rowOf),
    ({ user_id, day, payment_method }) => `${user_id} ${day} ${payment_method}`,
    (known, row) => (known === undefined ? row : sumOf(known, row)),
  );

const rowOf = (event: AnyEvent): ChargeDayRow[] => {
  switch (event.type) {
    case 'repasse.charge.paid.v1': {
      const { paidAt, grossAmountMinor, feeAmountMinor } = event.data;
      const paid = { paid_count: 1, paid_minor: grossAmountMinor, fee_minor: feeAmountMinor };
      return [{ ...emptyDay(event.data, paidAt), ...paid }];
    }
    case 'repasse.refund.settled.v1': {
      const { chargeId, purpose, paymentMethod, userId, amountMinor, settledAt } = event.data;
      // Money that a charge had no use for was not counted when it came, and neither were payments without a charge.
      if (chargeId === null || purpose !== 'MERCHANT') return [];
      return [{ ...emptyDay({ userId, paymentMethod }, settledAt), refund_count: 1, refund_minor: amountMinor }];
    }
    case 'repasse.attempt.failed.v1':
      return [{ ...emptyDay(event.data, event.data.failedAt), failed_count: 1 }];
    default:
      // Other events bring nothing, and those of releases to come show nothing here.
      return [];
  }
};

interface OfMethod {
  readonly userId: number;
  readonly paymentMethod: PaymentMethod;
}

const emptyDay = ({ userId, paymentMethod }: OfMethod, at: string): ChargeDayRow => ({
  ...{ user_id: userId, day: dayAt(at), payment_method: paymentMethod },
  ...{ paid_count: 0, paid_minor: 0, fee_minor: 0, refund_count: 0, refund_minor: 0, failed_count: 0 },
});

const sumOf = (known: ChargeDayRow, row: ChargeDayRow): ChargeDayRow => ({
  ...known,
  paid_count: known.paid_count + row.paid_count,
  paid_minor: known.paid_minor + row.paid_minor,
  fee_minor: known.fee_minor + row.fee_minor,
  refund_count: known.refund_count + row.refund_count,
  refund_minor: known.refund_minor + row.refund_minor,
  failed_count: known.failed_count + row.failed_count,
});

/** The row that takes away again what this one added. */
export const withdrawn = (row: ChargeDayRow): ChargeDayRow => ({
  ...row,
  paid_count: -row.paid_count,
  paid_minor: -row.paid_minor,
  fee_minor: -row.fee_minor,
  refund_count: -row.refund_count,
  refund_minor: -row.refund_minor,
  failed_count: -row.failed_count,
});
