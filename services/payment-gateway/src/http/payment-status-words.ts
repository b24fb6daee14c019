import { sumMinor } from '@repasse/chassis/money';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { receiptsOf, refundsOf, type KnownPayment } from '../domain/payment';

type Word = components['schemas']['Payment']['status'];

/** How a payment that stands alone is doing, as its merchant's customers read it. The only place that says so. */
const words: Readonly<Record<KnownPayment['status'], Word>> = {
  requested: 'Aguardando pagamento',
  unknown: 'Aguardando pagamento',
  offered: 'Aguardando pagamento',
  confirming: 'Confirmando pagamento',
  partially_received: 'Parcialmente pago',
  received: 'Pago',
  expired: 'Expirado',
  canceled: 'Cancelado',
  failed: 'Falhou',
};
const refundedWord: Word = 'Reembolsado';
const partlyRefundedWord: Word = 'Parcialmente reembolsado';

/** A card that was sent may have paid already: whoever reads that it waits for payment would ask for another. */
const isCardUnderWay = ({ status, terms }: KnownPayment): boolean =>
  terms.card !== null && (status === 'requested' || status === 'unknown');

export const paymentStatusWord = (payment: KnownPayment): Word => {
  if (isCardUnderWay(payment)) return words.confirming;
  const refunds = refundsOf(payment).filter(({ status }) => status === 'succeeded');
  if (refunds.length === 0) return words[payment.status];
  const receivedMinor = sumMinor(receiptsOf(payment).map(({ amountMinor }) => amountMinor));
  const refundedMinor = sumMinor(refunds.map(({ amountMinor }) => amountMinor));
  return refundedMinor >= receivedMinor ? refundedWord : partlyRefundedWord;
};
