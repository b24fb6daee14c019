import { type Operation } from '@repasse/chassis/http/app';
import { type FreshReads } from '@repasse/chassis/http/fresh-reads';
import { type Database } from '@repasse/chassis/postgres/database';
import { readSubjectTimeline } from '../store/timeline';
import { invoiceOf } from './invoice-of-caller';
import { entryView } from './timeline-entry-view';

export const getInvoiceTimeline = (db: Database, reads: FreshReads): Operation<unknown, { readonly at?: string }> => ({
  handle: async (request) => {
    const invoice = await invoiceOf({ db, reads }, request);
    const entries = await readSubjectTimeline(db, invoice.subjectId, request.query.at);
    return {
      status: 200,
      body: {
        invoiceId: invoice.invoiceId,
        type: invoice.type,
        paymentId: invoice.type === 'PAYMENT' ? invoice.subjectId : null,
        withdrawalId: invoice.type === 'WITHDRAWAL' ? invoice.subjectId : null,
        chargeId: invoice.chargeId,
        chargeTimeline: invoice.chargeId === null ? null : `/charge/${invoice.chargeId}/timeline`,
        entries: entries.map(entryView),
      },
    };
  },
});
