import { type Database } from '@repasse/chassis/postgres/database';
import { type CryptoPayment } from '../providers/nowpayments/payment';
import { type Documents, documents, listPage, type Page } from './documents';
import { listDue, type DueList } from './list-due';

export interface PaymentFilter {
  readonly from: string | null;
  readonly to: string | null;
  readonly isAscending: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface NowPaymentsTable extends Documents<CryptoPayment> {
  /** The payments of an address, without what came to it again. More than one only where memos tell them apart. */
  findByAddress(payAddress: string): Promise<CryptoPayment[]>;
  list(filter: PaymentFilter): Promise<Page<{ readonly document: CryptoPayment }>>;
  readonly listDue: (now: string, limit: number) => Promise<DueList<{ readonly paymentId: number }>>;
}

const table = 'nowpayments_payments';
const within = '($1::timestamptz is null or created_at >= $1) and ($2::timestamptz is null or created_at <= $2)';

export const createNowPaymentsTable = (db: Database): NowPaymentsTable => {
  const payments = documents<CryptoPayment>(db, table, (payment) => ({
    payment_id: payment.paymentId,
    parent_payment_id: payment.parentPaymentId,
    pay_address: payment.payAddress,
    memo: payment.memo,
    created_at: payment.createdAt,
    due_at: payment.dueAt,
  }));
  return {
    ...payments,
    findByAddress: (address) => payments.select('where pay_address = $1 and parent_payment_id is null', [address]),
    list: ({ from, to, isAscending, ...page }) => {
      const order = isAscending ? 'created_at, payment_id' : 'created_at desc, payment_id desc';
      return listPage(db, { columns: 'document', from: table, where: within, order }, [from, to], page);
    },
    listDue: (now, limit) => listDue(db, { table, columns: 'payment_id as "paymentId"' }, { now, limit }),
  };
};
