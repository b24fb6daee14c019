import { type Provider } from '../provider';
import { inspectCob } from './inspect-cob';
import { makeCob } from './make-cob';
import { type PixContext } from './pix-context';

/** As events and tables name this adapter, so it is never renamed. */
export const pixProviderName = 'PIX_BCB';

/** PIX by the Banco Central's API Pix 2.9, which every bank speaks to its merchants. */
export const createPixProvider = (o: PixContext, startRegistration: Provider['start']): Provider => ({
  name: pixProviderName,
  paymentMethod: 'PIX',
  offer: (request) => makeCob(o, request),
  inspect: (payment) => inspectCob(o, payment),
  start: startRegistration,
});
