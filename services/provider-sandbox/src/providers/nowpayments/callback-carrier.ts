import { type CallbackCarrier } from '../../callbacks/carrier';
import { signIpn } from './ipn-signature';

/** As often and as far apart as the merchant says in the dashboard; this is what it suggests. */
const retryDelayMs = 60_000;

/** IPNs go to the address that was given with the payment. Without a secret nobody could check them, so none goes. */
export const nowPaymentsCarrier = (ipnSecret: string | undefined): CallbackCarrier => ({
  retryDelaysMs: [retryDelayMs, retryDelayMs, retryDelayMs],
  prepare: async ({ address, body }) =>
    ipnSecret === undefined
      ? undefined
      : {
          url: address,
          headers: {
            'user-agent': 'Repasse-Sandbox-NOWPayments',
            'x-nowpayments-sig': signIpn(ipnSecret, body),
          },
        },
});
