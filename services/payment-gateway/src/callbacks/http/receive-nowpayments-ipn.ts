import { type Operation } from '@repasse/chassis/http/operation';
import { type Nowpayments, nowpaymentsProviderName } from '../../providers/nowpayments/create-nowpayments';
import { type CallbackEndpointDeps, receiveCallbacks, signatureInvalid } from './receive-callbacks';

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
          : { outcome: 'forged', answer: signatureInvalid('The signature was not made with our secret.') };
      }),
  );
