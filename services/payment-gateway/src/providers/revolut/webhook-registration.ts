import { anything, lenient, listOf, matcher, object, text } from '../wire/schema';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { startRegistering } from '../wire/register-callback';
import { type RevolutClient } from './client';
import { isSigned, type SignedCallback } from './signature';

/** A registered callback address and the secret it is signed with. */
type Webhook = NonNullable<ReturnType<typeof webhookIn>>;

interface RegistrationOptions extends Pick<ServiceParts, 'clock' | 'log' | 'metrics'> {
  readonly client: RevolutClient;
  readonly callbackUrl: string;
  readonly timeoutMs: number;
}

/** A secret may have changed; but forged signatures must not cause a request each time. */
const secretsAskedAgainMs = 10_000;

/** The events that may change the state of an order. Everything else is read from the order itself. */
const events = [
  'ORDER_COMPLETED',
  'ORDER_AUTHORISED',
  'ORDER_CANCELLED',
  'ORDER_FAILED',
  'ORDER_PAYMENT_AUTHORISATION_STARTED',
  'ORDER_PAYMENT_DECLINED',
  'ORDER_PAYMENT_FAILED',
] as const;

/**
 * Registers our callback address at the provider and gets the secrets that sign callbacks. They stay in memory: every
 * listing has them.
 */
export const createRegistration = (o: RegistrationOptions) => {
  let secrets: readonly string[] = [];
  let askedAtMs: number | undefined;
  let asking: Promise<boolean> | undefined;
  const registered = o.metrics.gauge(
    'repasse_revolut_webhook_registered',
    '1 once the provider knows our callback address and we know how it signs.',
  );
  registered.set(0);

  const learn = async (): Promise<boolean> => {
    const webhooks = await registeredWebhooks(o);
    askedAtMs = o.clock.now().getTime();
    if (webhooks === undefined) return false;
    secrets = webhooks.map(({ signing_secret: secret }) => secret);
    registered.set(1);
    return true;
  };
  const learnOnce = (): Promise<boolean> => (asking ??= learn().finally(() => (asking = undefined)));
  const mayAskAgain = (): boolean =>
    askedAtMs === undefined || Math.abs(o.clock.now().getTime() - askedAtMs) >= secretsAskedAgainMs;

  return {
    /** `unready`: the secrets are not known yet, so nothing can be said of any signature. */
    verify: async (callback: SignedCallback): Promise<'signed' | 'forged' | 'unready'> => {
      if (isSigned(callback, secrets, o.clock.now())) return 'signed';
      // Rotated in the provider's pages, or registered by another of our processes at the same time.
      if (mayAskAgain()) await learnOnce();
      if (secrets.length === 0) return 'unready';
      return isSigned(callback, secrets, o.clock.now()) ? 'signed' : 'forged';
    },
    start: () => startRegistering('revolut', o.log, learnOnce),
  };
};

/**
 * The webhooks with our address, after making one if there was none. Posting is not safe to repeat and at most ten are
 * allowed, so they are listed first. Undefined when the provider would not say.
 */
const registeredWebhooks = async (o: RegistrationOptions): Promise<readonly Webhook[] | undefined> => {
  const { client, timeoutMs, callbackUrl: url } = o;
  const listed = await client.listWebhooks(timeoutMs);
  const all = listed.outcome === 'answered' ? webhooksIn(listed.body) : undefined;
  if (all === undefined) return undefined;

  const ours = all.filter((webhook) => webhook.url === url);
  const [first] = ours;
  if (first === undefined) {
    const made = await client.createWebhook({ url, events }, timeoutMs);
    if (made.outcome === 'refused') o.log.error({ detail: made.detail }, 'callback address refused');
    const webhook = made.outcome === 'answered' ? webhookIn(made.body) : undefined;
    return webhook === undefined ? undefined : [webhook];
  }
  if (events.every((event) => ours.some((webhook) => webhook.events?.includes(event)))) return ours;
  const updated = await client.updateWebhook(first.id, { url, events }, timeoutMs);
  return updated.outcome === 'answered' ? ours : undefined;
};

const webhookIn = matcher(object({ id: text, url: text, events: lenient(listOf(anything)), signing_secret: text }));
const listIn = matcher(object({ webhooks: listOf(anything) }));

/** Those in `{"webhooks":[…]}`, or in a bare list; undefined when it is neither. Other entries are left out. */
const webhooksIn = (body: unknown): readonly Webhook[] | undefined => {
  const list: readonly unknown[] | undefined = Array.isArray(body) ? body : listIn(body)?.webhooks;
  return list?.flatMap((each) => webhookIn(each) ?? []);
};
