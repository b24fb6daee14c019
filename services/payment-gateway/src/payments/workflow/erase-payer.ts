import { type Database } from '@repasse/chassis/postgres/database';
import { orderIdOf } from '../../providers/cielo/order-id';
import {
  erasePayers,
  findPaymentsOfPayer,
  type ErasedRows,
  type PayersPayment,
  type PayerToErase,
} from '../store/erase-payers';

/** Erases a payer of a merchant, of every payment. A repeat erases the rest. */
export const erasePayer = async (db: Database, payer: PayerToErase): Promise<ErasedRows> => {
  const payments = await findPaymentsOfPayer(db, payer);
  const paymentIds = payments.map(({ paymentId }) => paymentId);
  return erasePayers(db, paymentIds, payments.flatMap(referencesOf));
};

/** The references of a payment in records of provider calls: the provider's, and ours in the provider's spelling. */
const referencesOf = ({ paymentId, provider, providerReference }: PayersPayment): readonly string[] => [
  paymentId,
  paymentId.slice(paymentId.indexOf('_') + 1),
  ...(provider === 'CIELO' ? [orderIdOf(paymentId)] : []),
  ...(providerReference === null ? [] : [providerReference]),
];
