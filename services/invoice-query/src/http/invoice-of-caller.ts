import { type ApiRequest } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { findInvoice, type Invoice } from '../store/list-invoices';
import { callerOf, isStaff } from './caller';

/** The invoice that the path names by its `id`; 404 unless it is there and the caller may see it. */
export const invoiceOf = async (
  db: Database,
  request: Pick<ApiRequest, 'params' | 'principal' | 'operationId'>,
): Promise<Invoice> => {
  const id = request.params['id'] ?? '';
  const invoice = isNumber(id) ? await findInvoice(db, Number(id)) : undefined;
  const caller = callerOf(request);
  // To a stranger it looks the same as an invoice that does not exist.
  if (invoice === undefined || !(isStaff(caller) || caller.userId === invoice.userId)) throw notFound(id);
  return invoice;
};

/** As many digits as are counted exactly, so that no two texts mean the same invoice. */
const isNumber = (id: string): boolean => /^[1-9]\d{0,15}$/.test(id) && Number.isSafeInteger(Number(id));

const notFound = (id: string): ProblemError =>
  new ProblemError({ status: 404, code: 'invoice.not_found', detail: `There is no invoice ${id} of yours.` });
