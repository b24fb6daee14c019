import { type Clock, toIso } from '@repasse/chassis/clock';
import { sumMinor } from '@repasse/values/money';
import { type Order } from '../providers/revolut/order';
import { pay } from '../providers/revolut/pay';
import { type RevolutWebhook } from '../providers/revolut/revolut';
import { simulateProviders } from './simulated-providers';

export { type Order } from '../providers/revolut/order';

/** `declined` as a card refund is: a bare 400, and an order that says why. */
const outcomes = { completed: 'settled', processing: 'pending', declined: 'declined' } as const;

/** A merchant's account at the simulated Revolut, with what only payers and Revolut do. */
export interface RevolutAccount {
  readonly url: string;
  /** Oldest first. */
  orders(): Promise<readonly Order[]>;
  /** The one order under a reference of the merchant's. */
  orderOf(reference: string): Promise<Order>;
  /** The payer pays: captured at once. */
  pay(order: Order): Promise<void>;
  /** The payer's card is declined; the order can be paid again. */
  decline(order: Order, declineReason: string): Promise<void>;
  /** Keeps an order as it is given, whatever became of it. */
  put(order: Order): Promise<void>;
  /** The outcome of refunds from now on. */
  refundsBecome(ending: keyof typeof outcomes): Promise<void>;
  refundedOf(orderId: string): Promise<number>;
  webhooks(): Promise<readonly RevolutWebhook[]>;
  putWebhook(webhook: Partial<RevolutWebhook>): Promise<void>;
  readonly stop: () => Promise<void>;
}

export const startRevolutAccount = async (secretKey: string, clock: Clock): Promise<RevolutAccount> => {
  const { revolut, refunds, sweeper, url, stop } = await simulateProviders({ REVOLUT_SECRET_KEY: secretKey }, clock);
  if (revolut === undefined) throw new Error('There is no Revolut.');
  const refundsBecome: RevolutAccount['refundsBecome'] = async (ending) => {
    await refunds.set({ international: { outcome: outcomes[ending], delayMs: 0 } });
    sweeper.wake();
  };
  await refundsBecome('completed');

  const tryCard = async ({ token }: Order, outcome: 'paid' | 'declined', declineReason: string): Promise<void> => {
    const { kind } = await pay(revolut, token, { outcome, declineReason });
    if (kind !== 'tried') throw new Error('The order cannot be paid.');
  };
  return {
    url: `${url}/revolut`,
    stop,
    refundsBecome,
    orders: () => revolut.orders.list({}),
    orderOf: async (reference) => {
      const [order, ...others] = await revolut.orders.list({ refs: { reference } });
      if (order === undefined || others.length > 0) throw new Error(`Not one order under ${reference}.`);
      return order;
    },
    pay: (order) => tryCard(order, 'paid', ''),
    decline: (order, declineReason) => tryCard(order, 'declined', declineReason),
    put: (order) => revolut.orders.save(order),
    refundedOf: async (relatedOrderId) =>
      sumMinor(
        (await revolut.orders.list({ refs: { relatedOrderId } }))
          .filter(({ state }) => state !== 'failed')
          .map(({ terms }) => terms.amount),
      ),
    webhooks: () => revolut.webhooks.list({}),
    putWebhook: (webhook) => {
      const made = { id: 'w', url: 'https://elsewhere.example/', events: [], signingSecret: 'wsk_elsewhere' };
      return revolut.webhooks.save({ ...made, createdAt: toIso(clock.now()), ...webhook });
    },
  };
};
