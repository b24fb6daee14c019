import { isOneOf } from '@repasse/chassis/crypto/same-secret';
import { type Operation } from '@repasse/chassis/http/operation';
import { cieloProviderName } from '../../providers/cielo/create-cielo';
import { saleIdIn } from '../../providers/cielo/notification';
import { type CallbackEndpointDeps, noSuchAddress, receiveCallbacks } from './receive-callbacks';

/**
 * POST /callbacks/cielo/{token}: the acquirer reports a change of a sale. There is no signature, so only the sale's id
 * is kept, and its state is read. An answer other than 200 would bring the notification again.
 */
export const receiveCieloNotification = (deps: CallbackEndpointDeps, tokens: () => readonly string[]): Operation =>
  receiveCallbacks(cieloProviderName, deps, ({ params, body }) => {
    if (!isOneOf(params['token'] ?? '', tokens())) return { outcome: 'forged', answer: noSuchAddress() };
    const saleId = saleIdIn(body);
    const answer = { status: 200, body: { received: saleId === undefined ? 0 : 1 } };
    if (saleId === undefined) return { outcome: 'ignored', answer };
    return { outcome: 'accepted', answer, body: JSON.stringify({ PaymentId: saleId }), isLazy: false };
  });
