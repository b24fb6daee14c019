import { type Database } from '@repasse/chassis/postgres/database';
import { orderIdOf } from '../../providers/cielo/order-id';
import {
  erasePayers,
  findPaymentsOfPayer,
  type ErasedRows,
  type PayersPayment,
  type PayerToErase,
} from '../store/erase-payers';

/** Erases a payer of a merchant, of every payment. Repeating it finds what is left. */
export const erasePayer = async (db: Database, payer: PayerToErase): Promise<ErasedRows> => {
  const payments = await findPaymentsOfPayer(db, payer);
  const paymentIds = payments.map(({ paymentId }) => paymentId);
  return erasePayers(db, paymentIds, payments.flatMap(referencesOf));
};

/** By what records of provider calls know a payment: the provider's name for it, and ours in the provider's spelling. */
const referencesOf = ({ paymentId, provider, providerReference }: PayersPayment): readonly string[] => [
  paymentId,
  paymentId.slice(paymentId.indexOf('_') + 1),
  ...(provider === 'CIELO' ? [orderIdOf(paymentId)] : []),
  ...(providerReference === null ? [] : [providerReference]),
];
