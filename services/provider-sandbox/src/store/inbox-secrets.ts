import { type Database } from '@repasse/chassis/postgres/database';
import { Webhook } from 'standardwebhooks';
import { type InboxMessage } from './inbox-table';
import { openSetting } from './settings';

type Signed = Pick<InboxMessage, 'headers' | 'rawBody'>;

export interface InboxSecrets {
  /** Makes a secret one of those tried. False when it is not a whsec_ secret. */
  add(secret: string): Promise<boolean>;
  /** True when one of the known secrets signed the message within the last five minutes. */
  verify(message: Signed): boolean;
}

/** Every try is one more HMAC on each message received, so the oldest secret makes room. */
const secretsMax = 50;

/**
 * Verification as a merchant would do it: with the independent library `standardwebhooks` and none of our own code,
 * so that a mistake in our signing cannot hide behind the same mistake in our checking.
 */
export const openInboxSecrets = async (db: Database): Promise<InboxSecrets> => {
  const setting = await openSetting<{ readonly secrets: readonly string[] }>(db, 'inbox-secrets', { secrets: [] });
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
    verify: (message) => webhooks.some((webhook) => isSignedWith(webhook, message)),
  };
};

const isUsable = (secret: string): boolean => {
  try {
    return secret.startsWith('whsec_') && new Webhook(secret).sign('probe', new Date(0), '') !== '';
  } catch {
    return false;
  }
};

const isSignedWith = (webhook: Webhook, { headers, rawBody }: Signed): boolean => {
  try {
    webhook.verify(rawBody, headers);
    return true;
  } catch {
    return false;
  }
};
