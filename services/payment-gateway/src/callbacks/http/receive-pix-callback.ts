import { isOneOf } from '@repasse/chassis/crypto/same-secret';
import { type Operation } from '@repasse/chassis/http/operation';
import { readCallback } from '../../providers/pix/callback';
import { pixProviderName } from '../../providers/pix/create-pix';
import { type CallbackEndpointDeps, noSuchAddress, receiveCallbacks } from './receive-callbacks';

/**
 * POST /callbacks/pix/{token}/pix: the provider reports that something happened. The standard has no signature, so the
 * token keeps strangers from causing requests to the provider.
 */
export const receivePixCallback = (deps: CallbackEndpointDeps, tokens: () => readonly string[]): Operation =>
  receiveCallbacks(pixProviderName, deps, ({ params, rawBody, body }) => {
    if (!isOneOf(params['token'] ?? '', tokens())) return { outcome: 'forged', answer: noSuchAddress() };
    const { txids, sentIds, hasMoneyBack } = readCallback(body);
    const answer = { status: 200, body: { received: txids.length + sentIds.length } };
    // Without its row the reconciler finds a receipt too, because it asks about every open payment.
    return { outcome: 'accepted', answer, body: rawBody.toString('utf8'), isLazy: !hasMoneyBack };
  });
