import { brasiliaTime } from '@repasse/values/brasilia-time';
import { formatMinor } from '@repasse/values/money';
import { qrImage } from '@repasse/values/qr-code/qr-image';
import { documentTypeOf } from '@repasse/values/check-digits/documents';
import { type components } from '@repasse/contracts/generated/http/charge';
import { type ExistingCharge } from '../../domain/charge';
import { type ChargeView } from '../../store/reads/charges';
import { type CreationInputs } from '../../store/effects';
import { attemptRowOf, chargeRowOf, type AttemptRow } from '../../store/read-rows';
import { shownAt } from '../../store/status-at';
import { type CheckoutLinkOf } from '../checkout-link';
import { payerColumnsOf } from './charge-body';
import { paymentStatusWord } from './payment-status-word';

type PaymentBody = components['schemas']['Payment'];
export type PixAttemptRow = Pick<AttemptRow, 'invoice_id' | 'payment_id' | 'checkout_meta' | 'end_to_end_id'>;

/** The result of POST /payments; undefined while the bank has not answered. */
export const madePaymentBody = (
  charge: ExistingCharge,
  inputs: CreationInputs,
  linkOf: CheckoutLinkOf,
  now: string,
): PaymentBody | undefined => {
  const [attempt] = charge.attempts;
  if (!attempt?.offer) return undefined;
  const view = { ...chargeRowOf(charge), ...payerColumnsOf(inputs) };
  return paymentBody(view, attemptRowOf(charge, attempt), linkOf, now);
};

/** A charge of POST /payments in the words of that operation: a missing value is an empty text. */
export const paymentBody = (
  charge: ChargeView,
  attempt: PixAttemptRow,
  linkOf: CheckoutLinkOf,
  now: string,
): PaymentBody => ({
  id: invoiceIdOf(attempt),
  charge_id: charge.charge_id,
  // Written digit by digit before it becomes a number: the nearest one there is prints the same digits again.
  amount: Number(formatMinor(charge.gross_amount_minor)),
  description: charge.description ?? '',
  clientMode: charge.client_mode ?? 'noNeedToSpecify',
  redirect_url: charge.redirect_url ?? '',
  external_reference: charge.external_reference ?? '',
  expire_at: brasiliaTime(charge.expires_at),
  ...payerFields(charge),
  ...pixFields(attempt),
  status: paymentStatusWord(shownAt(charge, now)),
  ...checkoutFields(charge, linkOf),
  createdAt: brasiliaTime(charge.created_at),
  updatedAt: brasiliaTime(charge.updated_at),
});

const invoiceIdOf = ({ payment_id, invoice_id }: PixAttemptRow): number => {
  if (invoice_id === null) throw new Error(`Payment ${payment_id} was offered and has no invoice.`);
  return invoice_id;
};

const payerFields = (charge: ChargeView) => ({
  email: charge.payer_email ?? '',
  phoneNumber: charge.payer_phone ?? '',
  name_client: charge.payer_name ?? '',
  document_client: charge.payer_document ?? '',
  document_type: charge.payer_document_type ?? ('' as const),
  document_type_client: charge.payer_document_type ?? ('' as const),
});

const pixFields = ({ payment_id, checkout_meta, end_to_end_id }: PixAttemptRow) => {
  if (!checkout_meta || !('emv' in checkout_meta)) throw new Error(`Payment ${payment_id} is not by PIX.`);
  const { emv, txid, receiverName, receiverDocument } = checkout_meta;
  return {
    id_transaction: payment_id,
    transaction_pix_id: txid,
    end_to_end_id: end_to_end_id ?? '',
    emv,
    qr_text: emv,
    qr_image: qrImage(emv),
    name_receiver: receiverName,
    document_receiver: receiverDocument ?? '',
    document_type_receiver: documentTypeOf(receiverDocument ?? '') ?? ('' as const),
  };
};

const checkoutFields = (charge: ChargeView, linkOf: CheckoutLinkOf) => {
  const { charge_id: chargeId, expires_at: expiresAt } = charge;
  return charge.client_mode === 'requestCheckout'
    ? { checkout_id: chargeId, checkout_url: linkOf({ chargeId, expiresAt }).checkoutUrl }
    : { checkout_id: '', checkout_url: '' };
};
