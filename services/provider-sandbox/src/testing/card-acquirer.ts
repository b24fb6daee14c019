import { type Clock, toIso } from '@repasse/chassis/clock';
import { changeDocument } from '../callbacks/commit';
import { chargeBack } from '../http/charge-back-card';
import { type Cielo, salesOf } from '../providers/cielo/cielo';
import { type Sale } from '../providers/cielo/sale';
import { voidSale } from '../providers/cielo/void-sale';
import { simulateProviders } from './simulated-providers';

export { type Sale } from '../providers/cielo/sale';

/** The simulated acquirer of one merchant, with what only the acquirer does. */
export interface CardAcquirer {
  /** Sales under `/cielo`, questions under `/cielo-query`, as they are two hosts in the real world. */
  readonly url: string;
  /** Oldest first. */
  sales(): Promise<readonly Sale[]>;
  /** Newest first. */
  salesOf(merchantOrderId: string): Promise<readonly Sale[]>;
  /** Gives money back by itself, at the moment that is given or now. */
  void(paymentId: string, amount: number, at?: string): Promise<void>;
  /** The payer's bank disputes a sale; again with another status, the case goes on. */
  chargeBack(paymentId: string, status: 'Received' | 'AcceptedByMerchant'): Promise<void>;
  readonly stop: () => Promise<void>;
}

export const startCardAcquirer = async (
  { merchantId, merchantKey }: Pick<Cielo, 'merchantId' | 'merchantKey'>,
  clock: Clock,
): Promise<CardAcquirer> => {
  const env = { CIELO_MERCHANT_ID: merchantId, CIELO_MERCHANT_KEY: merchantKey };
  const { cielo, url, stop } = await simulateProviders(env, clock);
  if (cielo === undefined) throw new Error('There is no acquirer.');
  return {
    url,
    stop,
    sales: () => cielo.sales.list({}),
    chargeBack: async (paymentId, status) => {
      await changeDocument(cielo, cielo.sales, paymentId, (sale) => chargeBack(cielo, sale, { status }));
    },
    salesOf: (merchantOrderId) => salesOf(cielo, merchantOrderId),
    void: async (paymentId, amount, at = toIso(clock.now())) => {
      const sale = await cielo.sales.find(paymentId);
      const voiding = sale && voidSale(sale, { amount, isDenied: false, now: at });
      if (voiding?.kind !== 'voided') throw new Error(`The sale ${paymentId} cannot be voided.`);
      await cielo.sales.save(voiding.sale);
    },
  };
};
