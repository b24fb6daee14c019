import type { EventData } from '@repasse/contracts';
import type {
  ChargeRefunded,
  ChargeSurplusReceived,
  ChargeSurplusRefunded,
  ChargeSurplusResolved,
} from '../domain/charge.events';
import { named } from './attempts';

export const chargeRefunded = (data: ChargeRefunded['data']): EventData['repasse.charge.refunded.v1'] => ({
  ...named(data),
  refundId: data.refundId,
  amountMinor: data.amountMinor,
  refundedTotalMinor: data.refundedTotalMinor,
  grossAmountMinor: data.grossAmountMinor,
  isFull: data.isFull,
  currency: data.currency,
  splitRefund: data.splitRefund?.map(({ userId, amountMinor }) => ({ userId, amountMinor })) ?? null,
  refundedAt: data.refundedAt,
});

export const surplusReceived = (
  data: ChargeSurplusReceived['data'],
): EventData['repasse.charge.surplus_received.v1'] => ({
  ...named(data),
  invoiceId: data.invoiceId,
  providerReference: data.providerReference,
  surplusAmountMinor: data.surplusAmountMinor,
  currency: data.currency,
  statusReason: data.reason,
  handling: data.handling,
  refundId: data.refundId,
  receivedAt: data.receivedAt,
  recordedAt: data.recordedAt,
});

export const surplusResolved = (
  data: ChargeSurplusResolved['data'],
): EventData['repasse.charge.surplus_resolved.v1'] => ({
  ...named(data),
  providerReference: data.providerReference,
  surplusAmountMinor: data.surplusAmountMinor,
  currency: data.currency,
  handling: data.handling,
  refundId: data.refundId,
  resolvedAt: data.resolvedAt,
});

export const surplusRefunded = (
  data: ChargeSurplusRefunded['data'],
): EventData['repasse.charge.surplus_refunded.v1'] => ({
  ...named(data),
  providerReference: data.providerReference,
  refundId: data.refundId,
  amountMinor: data.amountMinor,
  currency: data.currency,
  refundedAt: data.refundedAt,
});
