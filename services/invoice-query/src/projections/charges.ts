import { defineProjection } from '@repasse/chassis/projection/definition';
import { chargeRowsOf, type ChargeRow } from './charge-rows';
import { overlay, rowsByKey } from './rows-by-key';

/** The current state of each charge. */
export const chargesProjection = defineProjection({
  name: 'charges',
  topics: ['charge.events.v1'],
  tables: ['charges'],
  rowsOf: (events) => rowsByKey(events.flatMap(chargeRowsOf), ({ charge_id }) => charge_id, later),
  write: 'show_charges',
});

/** The same rules as in show_charges, or a batch would lead to other rows than its events one by one. */
const later = (known: ChargeRow | undefined, row: ChargeRow): ChargeRow => {
  if (known === undefined) return row;
  return Object.assign(overlay(known, row), {
    // A status comes with its reason, also when that is none.
    ...(row.status !== undefined && { status_reason: row.status_reason ?? null }),
    attempts_offered: known.attempts_offered + row.attempts_offered,
    refunded_minor: Math.max(known.refunded_minor, row.refunded_minor),
    surplus_minor: known.surplus_minor + row.surplus_minor,
    surplus_refunded_minor: known.surplus_refunded_minor + row.surplus_refunded_minor,
  });
};
