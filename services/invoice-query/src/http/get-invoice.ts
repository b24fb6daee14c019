import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type FreshReads } from '@repasse/chassis/http/fresh-reads';
import { type Database } from '@repasse/chassis/postgres/database';
import { invoiceOf } from './invoice-of-caller';
import { enveloped, invoiceView } from './invoice-view';

export const getInvoice = (db: Database, reads: FreshReads, clock: Clock): Operation => ({
  handle: async (request) => ({
    status: 200,
    body: enveloped(invoiceView(await invoiceOf({ db, reads }, request), toIso(clock.now()))),
  }),
});
