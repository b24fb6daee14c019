import { type components } from '@repasse/contracts/generated/http/charge';
import { type ChargeRow } from '../../store/read-rows';

type Word = components['schemas']['StatusWord'];

/** How a payment is doing, as its merchant's customers read it. The only place that says so. */
const words: Readonly<Record<ChargeRow['status'], Word>> = {
  PENDING: 'Aguardando pagamento',
  PROCESSING: 'Confirmando pagamento',
  PAID: 'Pago',
  EXPIRED: 'Expirado',
  CANCELED: 'Cancelado',
  FAILED: 'Falhou',
  REFUNDED: 'Reembolsado',
};

type Standing = Pick<ChargeRow, 'status' | 'status_reason' | 'refunded_amount_minor'>;

export const paymentStatusWord = ({ status, status_reason, refunded_amount_minor }: Standing): Word => {
  if (status === 'PENDING' && status_reason === 'UNDERPAID') return 'Parcialmente pago';
  // The reason may name a dispute instead, so the amount decides.
  return status === 'PAID' && refunded_amount_minor > 0 ? 'Parcialmente reembolsado' : words[status];
};
