import { type Operation } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { findInvoice } from '../store/list-invoices';
import { callerOf, isStaff } from './caller';
import { enveloped, invoiceView } from './invoice-view';

export const getInvoice = (db: Database): Operation => ({
  handle: async (request) => {
    const id = request.params['id'] ?? '';
    const invoice = isNumber(id) ? await findInvoice(db, Number(id)) : undefined;
    const caller = callerOf(request);
    // To a stranger it looks the same as an invoice that does not exist.
    if (invoice === undefined || !(isStaff(caller) || caller.userId === invoice.userId)) throw notFound(id);
    return { status: 200, body: enveloped(invoiceView(invoice)) };
  },
});

/** As many digits as are counted exactly, so that no two texts mean the same invoice. */
const isNumber = (id: string): boolean => /^[1-9]\d{0,14}$/.test(id);

const notFound = (id: string): ProblemError =>
  new ProblemError({ status: 404, code: 'invoice.not_found', detail: `There is no invoice ${id} of yours.` });
