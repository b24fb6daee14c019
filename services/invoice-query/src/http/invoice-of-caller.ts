import { type ApiRequest } from '@repasse/chassis/http/app';
import { invoiceNumberOf } from '@repasse/values/ids/invoice-number';
import { readOrRefuse, type FreshReads, type RefusalHints } from '@repasse/chassis/http/fresh-reads';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { archivedInvoices } from '../store/archived-timelines';
import { findInvoice, latestInvoiceNumber, type Invoice } from '../store/list-invoices';
import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { unlessArchived } from './unless-archived';

/** The invoice that the path names by its `id`; 404 unless it is there and the caller may see it. */
export const invoiceOf = async (
  { db, reads }: { readonly db: Database; readonly reads: FreshReads },
  request: Pick<ApiRequest, 'params' | 'principal' | 'operationId'>,
): Promise<Invoice> => {
  const id = request.params['id'] ?? '';
  const number = invoiceNumberOf(id);
  if (number === 0) throw notFound(id);
  const caller = callerOf(request);
  const invoice = await unlessArchived(db, { kind: archivedInvoices, id: String(number), caller }, () =>
    readOrRefuse(reads, {
      find: () => findInvoice(db, number),
      isExpected: () => isRecentNumber(db, number),
      caller: caller.userId,
      refusal: (hints) => notFound(id, hints),
    }),
  );
  // To a stranger it looks the same as an invoice that does not exist.
  if (!(isStaff(caller) || caller.userId === invoice.userId)) throw notFound(id);
  return invoice;
};

/** Numbers are given out in order, but replicas have blocks of them; on a busy system so many are on their way in a second. */
const numbersApartMax = 1_000;

/** Whether the number lies near the latest that is known. */
const isRecentNumber = async (db: Database, invoiceId: number): Promise<boolean> =>
  Math.abs(invoiceId - (await latestInvoiceNumber(db))) <= numbersApartMax;

const notFound = (id: string, hints: RefusalHints = {}): ProblemError =>
  new ProblemError({ status: 404, code: 'invoice.not_found', detail: `There is no invoice ${id} of yours.`, ...hints });
