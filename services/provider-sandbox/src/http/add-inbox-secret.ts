import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { toleranceMs, type InboxSecrets } from '../store/inbox-secrets';
import { type InboxTable } from '../store/inbox-table';

/** POST /sandbox/inbox-secrets: one more secret to try, on what comes and on what came just now. */
export const addInboxSecret = (inboxes: InboxTable, secrets: InboxSecrets): Operation<{ readonly secret: string }> => ({
  handle: async ({ body }) =>
    (await learnSecret(inboxes, secrets, body.secret)) ? { status: 201, body: { added: true } } : secretFault(),
});

/** A secret often becomes known a moment after the first message that it signed. */
export const learnSecret = async (inboxes: InboxTable, secrets: InboxSecrets, secret: string): Promise<boolean> => {
  if (!(await secrets.add(secret))) return false;
  const recent = await inboxes.listUnverified(new Date(Date.now() - toleranceMs).toISOString());
  const verified = recent.filter((message) => secrets.verify(message)).map(({ id }) => id);
  if (verified.length > 0) await inboxes.markVerified(verified);
  return true;
};

export const secretFault = (): ApiResponse =>
  problem({
    status: 400,
    code: 'request.invalid',
    detail: 'The secret is not one of Standard Webhooks.',
    errors: [{ field: 'secret', message: 'must be whsec_ followed by base64' }],
  });
