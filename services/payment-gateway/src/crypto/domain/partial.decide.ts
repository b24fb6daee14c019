import { assertNever } from '@repasse/chassis/decider';
import { type Decision, notFound } from '../../payments/domain/decision';
import { recordRest } from './accept.decide';
import { offerIn, type PaymentState } from '../../payments/domain/payment';
import { type RecordPartialReceipt } from '../../payments/domain/payment-commands';

/**
 * Records the part received of a price. Like any money it is recorded in every state of the payment; the same sum once
 * more is no news, and once the whole price has come it is only a part of that. After a part was accepted, the excess
 * over it is a receipt.
 */
export const recordPartialReceipt = ({ partial, now }: RecordPartialReceipt['data'], state: PaymentState): Decision => {
  switch (state.status) {
    case 'partially_received':
      if (state.partial.receivedPayAmount === partial.receivedPayAmount) return [];
      break;
    case 'received':
      return recordRest(state, { totalMinor: partial.receivedTotalMinor, receivedAt: now }, now);
    case 'absent':
      return notFound();
    case 'requested':
    case 'unknown':
    case 'offered':
    case 'confirming':
    case 'expired':
    case 'canceled':
    case 'failed':
      break;
    default:
      return assertNever(state);
  }
  const data = { ...state.facts, offer: offerIn(state), partial, partiallyReceivedAt: now };
  return [{ type: 'PaymentPartiallyReceived', data }];
};
