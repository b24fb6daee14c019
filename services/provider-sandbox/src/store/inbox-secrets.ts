import { type Clock } from '@repasse/chassis/clock';
import { isSameSecret } from '@repasse/chassis/crypto/same-secret';
import { Webhook } from 'standardwebhooks';
import { type InboxMessage } from './inbox-table';
import { openSetting } from './settings';
import { type Store } from './store';

type Signed = Pick<InboxMessage, 'headers' | 'rawBody'>;

export interface InboxSecrets {
  /** Makes a secret one of those tried. False when it is not a whsec_ secret. */
  add(secret: string): Promise<boolean>;
  /** True when one of the known secrets signed the message within five minutes of now, by the sandbox's clock. */
  verify(message: Signed): boolean;
}

/** The specification lets a receiver refuse messages of another time than about now. */
export const toleranceMs = 300_000;

/** Every try is one more HMAC on each message received, so the oldest secret makes room. */
const secretsMax = 50;

/**
 * The signature a message ought to have comes from the independent library `standardwebhooks` and none of our own code,
 * so that a mistake in our signing cannot hide behind the same mistake in our checking. Only its age is judged here:
 * the library goes by the machine's clock, and senders follow the sandbox's.
 */
export const openInboxSecrets = async (store: Store, clock: Clock): Promise<InboxSecrets> => {
  const setting = await openSetting<{ readonly secrets: readonly string[] }>(store, 'inbox-secrets', { secrets: [] });
  const load = (): Webhook[] => setting.get().secrets.map((secret) => new Webhook(secret));
  let webhooks = load();
  return {
    add: async (secret) => {
      if (!isUsable(secret)) return false;
      const others = setting.get().secrets.filter((known) => known !== secret);
      // The newest is tried first: it is the one in use.
      await setting.set({ secrets: [secret, ...others].slice(0, secretsMax) });
      webhooks = load();
      return true;
    },
    verify: (message) => {
      const stamp = readStamp(message, clock.now());
      return stamp !== undefined && webhooks.some((webhook) => isSignedWith(webhook, stamp, message));
    },
  };
};

const isUsable = (secret: string): boolean => {
  try {
    return secret.startsWith('whsec_') && new Webhook(secret).sign('probe', new Date(0), '') !== '';
  } catch {
    return false;
  }
};

interface Stamp {
  readonly id: string;
  readonly at: Date;
}

/** Which message it says it is, and of when; undefined when that is too long ago or yet to come. */
const readStamp = ({ headers }: Signed, now: Date): Stamp | undefined => {
  const { 'webhook-id': id = '', 'webhook-timestamp': seconds = '' } = headers;
  if (id === '' || !/^\d{1,11}$/.test(seconds)) return undefined;
  const at = new Date(Number(seconds) * 1_000);
  return Math.abs(now.getTime() - at.getTime()) <= toleranceMs ? { id, at } : undefined;
};

const isSignedWith = (webhook: Webhook, { id, at }: Stamp, { headers, rawBody }: Signed): boolean => {
  const expected = webhook.sign(id, at, rawBody);
  return (headers['webhook-signature'] ?? '').split(' ').some((given) => isSameSecret(given, expected));
};
