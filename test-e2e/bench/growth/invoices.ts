import { loadInvoices } from './many-invoices';
import { type Room } from './room';

const list = '/invoices/payment-gateway';
const perPage = 10;
const deepPage = 1_000;

/** A side with fewer invoices is asked for its last page where the other has a deeper one. */
const lastPageOf = (invoices: number): number => Math.min(deepPage, invoices / 2 / perPage);

/** Another of the busy merchant's invoices each time. */
const numberOf = (invoices: number, round: number): number => 2 * (1 + ((round * 7919) % (invoices / 2 - 1)));

export const invoices: Room = {
  service: 'invoice-query',
  scopes: ['invoices:read'],
  env: {},
  load: loadInvoices,
  cases: [
    { name: 'invoices: page 1', path: () => list },
    { name: 'invoices by amount', path: () => `${list}?orderBy=amount.ASC` },
    { name: 'invoices of a status', path: () => `${list}?status=EXPIRED` },
    { name: 'invoices: withdrawals', path: () => `${list}?type=WITHDRAWAL&gateway=NOWPAYMENTS` },
    { name: 'invoices of a period', path: () => `${list}?start_date=2026-03-01&end_date=2026-03-31` },
    { name: 'invoices: a search', path: (charges, round) => `${list}?query=order-${numberOf(charges, round)}` },
    { name: 'invoices: a common word', path: () => `${list}?query=order` },
    { name: `invoices: page ${deepPage}, or the last`, path: (charges) => `${list}?page=${lastPageOf(charges)}` },
    { name: 'one invoice', path: (charges, round) => `${list}/${50_000 + numberOf(charges, round)}` },
  ],
};
