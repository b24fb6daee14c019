import { type Tx } from '@repasse/chassis/postgres/database';
import { type AttemptRow } from '../read-rows';
import { findChargeById, isOf, type ChargeView, type Reader } from './charges';

type PixAttempt = Pick<AttemptRow, 'charge_id' | 'invoice_id' | 'payment_id' | 'checkout_meta' | 'end_to_end_id'>;

/** A charge of POST /payments by the number of one of its invoices. Undefined also when another user owns it. */
export const findPaymentByInvoice = async (
  db: Tx,
  reader: Reader,
  invoiceId: number,
): Promise<{ readonly charge: ChargeView; readonly attempt: PixAttempt } | undefined> => {
  const [attempt] = await db.query<PixAttempt>(
    `select charge_id, invoice_id, payment_id, checkout_meta, end_to_end_id from attempts
     where invoice_id = $1 and ${isOf('user_id', '$2')} and payment_method = 'PIX'`,
    [invoiceId, reader],
  );
  const charge = attempt && (await findChargeById(db, reader, attempt.charge_id));
  return charge && charge.client_mode !== null ? { charge, attempt } : undefined;
};
