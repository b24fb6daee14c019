import { type Operation } from '@repasse/chassis/http/app';
import { cursorList } from '@repasse/chassis/http/cursor-list';
import { formatAmount } from '@repasse/values/money';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components, type operations } from '@repasse/contracts/generated/http/payment-gateway';
import { userIdOf } from '../../payments/http/caller';
import { findCryptoPayments, type FoundCryptoPayment } from '../store/find-crypto-payments';

type Query = operations['listCryptoPayments']['parameters']['query'];

/** GET /payments/v2/crypto: a merchant's payments in coins by their payer's e-mail, newest first. */
export const listCryptoPayments = (db: Tx): Operation<unknown, Query> => ({
  check: ({ query: { cursor } }, faulty) => cursors.faultsOf(cursor, faulty),
  handle: async (request) => {
    const { customer_email: email, cursor, limit = 10 } = request.query;
    const after = cursors.after(cursor)?.invoiceId;
    const found = await findCryptoPayments(db, { userId: userIdOf(request), email, after, limit: limit + 1 });
    return { status: 200, body: cursors.pageOf(found, limit, foundBody) };
  },
});

const cursors = cursorList<Pick<FoundCryptoPayment, 'invoiceId'>>({
  write: ({ invoiceId }) => String(invoiceId),
  read: (text) => (/^[1-9][0-9]{0,14}$/.test(text) ? { invoiceId: Number(text) } : undefined),
});

const foundBody = (payment: FoundCryptoPayment): components['schemas']['FoundCryptoPayment'] => ({
  id: String(payment.invoiceId),
  amount: Number(formatAmount(payment.amountMinor, payment.currency)),
  currency: payment.currency,
  external_reference: payment.externalReference ?? '',
  customer_name: payment.customerName ?? '',
  customer_email: payment.customerEmail,
  createdAt: payment.createdAt,
});
