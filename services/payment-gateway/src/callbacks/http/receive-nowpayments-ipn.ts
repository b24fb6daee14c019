import { type Operation } from '@repasse/chassis/http/operation';
import { problem } from '@repasse/chassis/http/problem';
import { type Nowpayments, nowpaymentsProviderName } from '../../providers/nowpayments/create-nowpayments';
import { type CallbackEndpointDeps, receiveCallbacks } from './receive-callbacks';

/** POST /callbacks/nowpayments: the provider reports a change of a payment, and signs it. */
export const receiveNowpaymentsIpn = (deps: CallbackEndpointDeps, nowpayments: Nowpayments | undefined): Operation =>
  receiveCallbacks(
    nowpaymentsProviderName,
    deps,
    nowpayments &&
      (({ headers, rawBody }) => {
        const signature = headers['x-nowpayments-sig'];
        const body = rawBody.toString('utf8');
        return nowpayments.isSigned(body, Array.isArray(signature) ? undefined : signature)
          ? { outcome: 'accepted', answer: { status: 204 }, body, isLazy: false }
          : { outcome: 'forged', answer: forged() };
      }),
  );

const forged = () =>
  problem({ status: 403, code: 'callback.signature_invalid', detail: 'The signature was not made with our secret.' });
