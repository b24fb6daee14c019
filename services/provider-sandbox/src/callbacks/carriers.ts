import { createHmac, randomUUID } from 'node:crypto';
import { type CallingProvider } from './callback';

/** The differences between providers' callbacks. */
interface CallbackCarrier {
  readonly userAgent: string;
  /** How long it waits before each further try. */
  readonly retryDelaysMs: readonly number[];
  /** The signature of a try made now. */
  readonly sign?: (secret: string, body: string, now: Date) => Readonly<Record<string, string>>;
}

const minuteMs = 60_000;
const thrice = (delayMs: number): readonly number[] => [delayMs, delayMs, delayMs];

export const carriers: Readonly<Record<CallingProvider, CallbackCarrier>> = {
  // API Pix leaves the schedule to the PSP; this one gives up after about an hour, as some real ones do. The standard
  // has no signature; real PSPs show a client certificate instead.
  pix: { userAgent: 'Repasse-Sandbox-PSP', retryDelaysMs: [1_000, 5_000, 30_000, 120_000, 600_000, 3_000_000] },
  // Sent at once, where Cielo would wait for its next cycle of thirty minutes, so that tests need not.
  card: { userAgent: 'Repasse-Sandbox-Cielo', retryDelaysMs: thrice(30 * minuteMs) },
  // The merchant sets number and interval in the dashboard; these are the defaults.
  crypto: {
    userAgent: 'Repasse-Sandbox-NOWPayments',
    retryDelaysMs: thrice(minuteMs),
    sign: (secret, body) => ({ 'x-nowpayments-sig': signIpn(secret, body) }),
  },
  verification: {
    userAgent: 'Repasse-Sandbox-Verifier',
    retryDelaysMs: thrice(minuteMs),
    sign: (secret, body, now) => signStandard(secret, body, now),
  },
  // Each try is signed anew, by the sandbox's clock: receivers refuse what is older than five minutes.
  international: {
    userAgent: 'Repasse-Sandbox-Revolut',
    retryDelaysMs: thrice(10 * minuteMs),
    sign: (secret, body, now) => ({
      'revolut-request-timestamp': String(now.getTime()),
      'revolut-signature': signDelivery(secret, now.getTime(), body),
    }),
  },
};

/** Standard Webhooks 1.0, written apart from the receiver's. */
export const signStandard = (secret: string, body: string, now: Date): Readonly<Record<string, string>> => {
  const [id, timestamp] = [`msg_${randomUUID()}`, String(Math.floor(now.getTime() / 1_000))];
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
};

/** Revolut-Signature of a delivery: HMAC-SHA256 of `v1.{timestamp}.{body}`, keyed with the secret as it is written. */
export const signDelivery = (secret: string, timestampMs: number, body: string): string =>
  `v1=${createHmac('sha256', secret).update(`v1.${timestampMs}.${body}`).digest('hex')}`;

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
