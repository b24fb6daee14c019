import { multiplyDivideFloor } from '@repasse/chassis/money';
import { type PaymentFacts, type Receipt } from '../../domain/payment';
import { type Order } from './order';

/**
 * The money of an order: all of it once it is completed, and none before. An order is captured in one piece, so its own
 * id is the receipt's name, which stays the same however often and in whatever detail it is read.
 *
 * The quote's whole amount is the whole amount in BRL. Should the order be for another amount (a person can change it
 * in the provider's own pages), what arrived is a part of the BRL in proportion, rounded down.
 */
export const receiptsOfOrder = (order: Order, { amountMinor, fx }: PaymentFacts): readonly Receipt[] => {
  if (order.state !== 'completed' || fx === null) return [];
  const isWhole = order.amount === fx.finalAmountMinor && order.currency === fx.targetCurrency;
  const receivedMinor = isWhole ? amountMinor : multiplyDivideFloor(amountMinor, order.amount, fx.finalAmountMinor);
  return [{ providerReference: order.orderId, amountMinor: receivedMinor, receivedAt: paidAt(order) }];
};

const paidAt = ({ tries, updatedAt }: Order): string =>
  tries.findLast(({ state }) => state === 'paid')?.updatedAt ?? updatedAt;
