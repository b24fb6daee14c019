import { formatMinor } from '@repasse/chassis/money';
import { qrImage } from '@repasse/chassis/qr-image';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { documentTypeOf } from '@repasse/checkout-kit/both-sides/documents';
import { offerIn, type KnownPayment, type Standalone } from '../domain/payment';
import { type StandalonePayment } from '../store/standalone-payments';
import { type CheckoutLink } from '../checkout/checkout-id';
import { brasiliaTime } from './brasilia-time';
import { paymentStatusWord } from './payment-status-words';

type PaymentBody = components['schemas']['Payment'];

/** Who receives by PIX here. */
export interface PixReceiver {
  readonly name: string;
  /** A plain CPF or CNPJ. */
  readonly document: string | undefined;
}

/** A payment that stands alone, as its merchant gets it. What was not given is an empty text. */
export const standaloneBody = (
  state: KnownPayment,
  kept: StandalonePayment,
  { receiver, checkoutLink }: { readonly receiver: PixReceiver; readonly checkoutLink: CheckoutLink },
): PaymentBody => {
  const { facts, terms } = state;
  const { clientMode, checkoutId } = terms.standalone ?? standaloneDefault;
  return {
    id: facts.invoiceId,
    // Written digit by digit before it becomes a number: the nearest one there is prints the same digits again.
    amount: Number(formatMinor(facts.amountMinor)),
    description: terms.description ?? '',
    clientMode,
    redirect_url: terms.redirectUrl ?? '',
    external_reference: terms.externalReference ?? '',
    expire_at: brasiliaTime(terms.expiresAt),
    ...clientFields(kept),
    ...pixFields(state),
    name_receiver: receiver.name,
    document_receiver: receiver.document ?? '',
    document_type_receiver: documentTypeOf(receiver.document ?? '') ?? '',
    status: paymentStatusWord(state),
    checkout_id: checkoutId ?? '',
    checkout_url: checkoutId === null ? '' : checkoutLink(checkoutId),
    createdAt: brasiliaTime(kept.createdAt),
    updatedAt: brasiliaTime(kept.updatedAt),
  };
};

/** Of one that a service of the installation asked for without a charge. */
const standaloneDefault: Standalone = { clientMode: 'noNeedToSpecify', checkoutId: null };

const clientFields = ({ name, email, phone, document, documentType }: StandalonePayment): ClientFields => ({
  email: email ?? '',
  phoneNumber: phone ?? '',
  name_client: name ?? '',
  document_client: document ?? '',
  document_type: documentType ?? '',
  document_type_client: documentType ?? '',
});

type ClientFields = Pick<
  PaymentBody,
  'email' | 'phoneNumber' | 'name_client' | 'document_client' | 'document_type' | 'document_type_client'
>;

const pixFields = (state: KnownPayment) => {
  const offer = offerIn(state);
  const emv = offer?.instructions.method === 'PIX' ? offer.instructions.emv : '';
  return {
    id_transaction: state.facts.paymentId,
    transaction_pix_id: offer?.providerReference ?? '',
    emv,
    qr_text: emv,
    qr_image: emv === '' ? '' : qrImage(emv),
  };
};
