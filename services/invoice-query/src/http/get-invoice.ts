import { type Operation } from '@repasse/chassis/http/app';
import { type Database } from '@repasse/chassis/postgres/database';
import { invoiceOf } from './invoice-of-caller';
import { enveloped, invoiceView } from './invoice-view';

export const getInvoice = (db: Database): Operation => ({
  handle: async (request) => ({ status: 200, body: enveloped(invoiceView(await invoiceOf(db, request))) }),
});
