import { createHmac } from 'node:crypto';
import { type CallbackCarrier } from '../../callbacks/carrier';

/** The merchant sets number and interval in the dashboard; these are the defaults. */
const retryDelayMs = 60_000;

/**
 * IPNs go to the address given with the payment. Without a secret the merchant could not check them, so none is sent.
 */
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

/**
 * The x-nowpayments-sig of a body: HMAC-SHA512 over its JSON with the keys of every object sorted, at any depth.
 * Written apart from the gateway's, so that a mistake there cannot hide behind the same mistake here.
 */
export const signIpn = (secret: string, body: string): string =>
  createHmac('sha512', secret)
    .update(canonical(JSON.parse(body)))
    .digest('hex');

/** JSON of a value with sorted keys, written out member by member. */
export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members: Readonly<Record<string, unknown>> = { ...value };
  const names = Object.keys(members).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(members[name])}`).join(',')}}`;
};
