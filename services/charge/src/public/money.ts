import { type EventData } from '@repasse/contracts';
import { isPaidCharge, refundedTotalOf, type ExistingCharge } from '../domain/charge';
import { type EventOf } from '../domain/charge.events';
import { named } from './attempts';

export const chargeRefunded = (
  { at, data }: EventOf<'ChargeRefunded'>,
  state: ExistingCharge,
): EventData['repasse.charge.refunded.v1'] => {
  if (!isPaidCharge(state)) throw new Error('A charge was refunded before it was paid.');
  return {
    ...named(state, data),
    refundId: data.refundId,
    amountMinor: data.amountMinor,
    refundedTotalMinor: refundedTotalOf(state),
    grossAmountMinor: state.bookedAmountMinor,
    isFull: data.isFull,
    currency: state.terms.currency,
    splitRefund: data.splitRefund?.map(({ userId, amountMinor }) => ({ userId, amountMinor })) ?? null,
    refundedAt: at,
  };
};

export const surplusReceived = (
  { at, data }: EventOf<'ChargeSurplusReceived'>,
  state: ExistingCharge,
): EventData['repasse.charge.surplus_received.v1'] => ({
  ...named(state, data),
  invoiceId: data.invoiceId,
  providerReference: data.providerReference,
  surplusAmountMinor: data.surplusAmountMinor,
  currency: state.terms.currency,
  statusReason: data.reason,
  handling: data.handling,
  refundId: data.refundId,
  receivedAt: data.receivedAt,
  recordedAt: at,
});

export const surplusResolved = (
  { at, data }: EventOf<'ChargeSurplusResolved'>,
  state: ExistingCharge,
): EventData['repasse.charge.surplus_resolved.v1'] => ({
  ...named(state, data),
  providerReference: data.providerReference,
  surplusAmountMinor: data.surplusAmountMinor,
  currency: state.terms.currency,
  handling: data.handling,
  refundId: data.refundId,
  resolvedAt: at,
  ...(data.resolvedBy === undefined ? {} : { resolvedBy: data.resolvedBy }),
});

export const surplusRefunded = (
  { at, data }: EventOf<'ChargeSurplusRefunded'>,
  state: ExistingCharge,
): EventData['repasse.charge.surplus_refunded.v1'] => ({
  ...named(state, data),
  providerReference: data.providerReference,
  refundId: data.refundId,
  amountMinor: data.amountMinor,
  currency: state.terms.currency,
  refundedAt: at,
});
