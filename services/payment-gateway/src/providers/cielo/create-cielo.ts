import { type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { createExchange } from '../exchange';
import { guarded, type GuardTimings } from '../guarded-exchange';
import { observed } from '../observed-exchange';
import { type CardProvider } from '../provider';
import { type ProviderCallLog } from '../raw-log';
import { type CieloContext, type CieloTimings, cieloTimingsDefault } from './cielo-context';
import { cieloProviderName, createCieloProvider } from './cielo-provider';
import { createCieloClient } from './client';
import { getSale } from './find-sales';
import { paymentIdOfOrder } from './order-id';

export interface CieloSettings {
  readonly baseUrl: string;
  readonly queryUrl: string;
  readonly merchantId: string;
  readonly merchantKey: string;
  readonly softDescriptor: string | undefined;
}

export interface CieloDeps {
  readonly config: CieloSettings;
  readonly keep: ProviderCallLog;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly timings?: CieloTimings | undefined;
  readonly guardTimings?: GuardTimings | undefined;
}

/** Whose sale a notification is about, as the acquirer itself says. */
export type PaymentOfSale =
  | { readonly outcome: 'found'; readonly paymentId: string }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'silent'; readonly detail: string };

export interface Cielo {
  readonly provider: CardProvider;
  paymentOfSale(saleId: string): Promise<PaymentOfSale>;
  close(): void;
}

/** Puts the adapter together: socket, then record and measure, then breaker, then protocol. */
export const createCielo = (o: CieloDeps): Cielo => {
  const { config, clock, log, metrics } = o;
  const { exchange: bare, close } = createExchange();
  const seen = observed(bare, { provider: cieloProviderName, keep: o.keep, metrics, clock });
  const { exchange, stop } = guarded(cieloProviderName, seen, metrics, o.guardTimings);
  const { softDescriptor, ...connection } = config;
  const client = createCieloClient({ exchange, ...connection });
  const context = { client, softDescriptor, clock, log, timings: o.timings ?? cieloTimingsDefault };
  return {
    provider: createCieloProvider(context),
    paymentOfSale: (saleId) => paymentOfSale(context, saleId),
    close: () => {
      stop();
      close();
    },
  };
};

const paymentOfSale = async (o: CieloContext, saleId: string): Promise<PaymentOfSale> => {
  const sale = await getSale(o, saleId);
  if ('outcome' in sale) return sale;
  const paymentId = paymentIdOfOrder(sale.orderId ?? '');
  return paymentId === undefined ? { outcome: 'missing' } : { outcome: 'found', paymentId };
};
