import { defineProjection } from '@repasse/chassis/projection/definition';
import { type AnyEvent } from '@repasse/contracts';
import { type InvoiceRow } from './invoice-row';
import { chargePartsOf } from './charge-parts';
import { paymentRowsOf } from './payment-rows';
import { payoutRowsOf } from './payout-rows';
import { overlay, rowsByKey } from './rows-by-key';

/** Every payment and every withdrawal, as it stands now, and how many there are of each kind. */
export const invoicesProjection = defineProjection({
  name: 'invoices',
  topics: ['payment.events.v1', 'payout.events.v1', 'charge.events.v1'],
  tables: ['invoices', 'charge_parts', 'invoice_counts', 'invoice_days', 'invoice_references'],
  rowsOf: (events) => [
    ...rowsByKey(events.flatMap(invoiceRowsOf), ({ subject_id }) => subject_id, later),
    ...events.flatMap(chargePartsOf),
  ],
  write: 'show_invoices',
});

const invoiceRowsOf = (event: AnyEvent): InvoiceRow[] => [...paymentRowsOf(event), ...payoutRowsOf(event)];

/** The same rules as in show_invoices, or a batch would lead to other rows than its events one by one. */
const later = (known: InvoiceRow | undefined, row: InvoiceRow): InvoiceRow =>
  known === undefined
    ? row
    : Object.assign(overlay(known, row), {
        received_minor: known.received_minor + row.received_minor,
        refunded_minor: known.refunded_minor + row.refunded_minor,
        created_at: known.created_at,
        end_to_end_id: known.end_to_end_id ?? row.end_to_end_id,
        search_references: [...(known.search_references ?? []), ...(row.search_references ?? [])],
      });
