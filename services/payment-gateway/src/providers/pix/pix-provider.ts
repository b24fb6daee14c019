import { type Provider } from '../provider';
import { inspectCob } from './inspect-cob';
import { makeCob } from './make-cob';
import { type PixContext } from './pix-context';
import { inspectPixRefund, refundPix } from './refund-pix';
import { removeCob } from './remove-cob';
import { listStatement } from './statement';

/** As events and tables name this adapter, so it is never renamed. */
export const pixProviderName = 'PIX_BCB';

/** PIX by the Banco Central's API Pix 2.9, which every bank speaks to its merchants. */
export const createPixProvider = (o: PixContext, startRegistration: Provider['start']): Provider => ({
  name: pixProviderName,
  paymentMethod: 'PIX',
  offer: (request) => makeCob(o, request),
  canRepeatOffer: true,
  inspect: ({ facts }) => inspectCob(o, facts),
  cancel: ({ facts }) => removeCob(o, facts),
  refund: (request) => refundPix(o, request),
  inspectRefund: (request) => inspectPixRefund(o, request),
  statement: (period, ours) => listStatement(o, period, ours),
  start: startRegistration,
});
