import { type CieloConfig } from '../../config';
import { type Adapter, type CardProvider } from '../provider';
import { type AdapterDeps, connect } from '../wire/connect';
import { cancelSale } from './cancel-sale';
import { chargeCard } from './charge-card';
import { type CieloContext, cieloTimingsDefault } from './cielo-context';
import { createCieloClient } from './client';
import { inspectSale } from './inspect-sale';
import { createNamesIn } from './notification';
import { inspectSaleRefund, refundSale } from './refund-sale';
import { readStatement } from './statement';

/** As events and tables name this adapter, so it is never renamed. */
export const cieloProviderName = 'CIELO';

export type Cielo = Adapter<CardProvider>;

/** Cards by Cielo's API E-commerce 3.0: authorised and captured in one step, without 3-D Secure. */
export const createCielo = (o: AdapterDeps<CieloConfig>): Cielo => {
  const { config, clock } = o;
  const timings = o.timings ? { ...o.timings, saleTimeoutMs: o.timings.exchangeTimeoutMs } : cieloTimingsDefault;
  const log = o.log.child({ provider: cieloProviderName });
  const { exchange, close } = connect(cieloProviderName, o);
  const client = createCieloClient(exchange, config);
  const context = { client, softDescriptor: config.softDescriptor, clock, log, timings };
  return { provider: toProvider(context), namesIn: createNamesIn(context), close };
};

const toProvider = (o: CieloContext): CardProvider => ({
  name: cieloProviderName,
  paymentMethod: 'CREDIT_CARD',
  canRepeatOffer: false,
  charge: (request) => chargeCard(o, request),
  // There is nothing to offer: a card is charged when the payer sends it, and is not kept for a second time.
  offer: () =>
    Promise.resolve({ outcome: 'refused', reason: 'PROVIDER_ERROR', detail: 'A card payment needs the card.' }),
  inspect: (payment) => inspectSale(o, payment),
  cancel: (payment) => cancelSale(o, payment),
  refund: (request) => refundSale(o, request),
  inspectRefund: (request) => inspectSaleRefund(o, request),
  statement: (period, ours) => readStatement(o, period, ours),
  // The acquirer's notifications go to an address that was agreed on with it; there is nothing to register.
  start: () => () => Promise.resolve(),
});
