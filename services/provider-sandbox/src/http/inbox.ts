import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { type InboxSecrets, toleranceMs } from '../store/inbox-secrets';
import { type InboxTable } from '../store/inbox-table';

/** GET /sandbox/inbox/{name}: its messages, oldest first. An unused inbox is empty, not missing. */
export const listInbox = (inboxes: InboxTable): Operation<undefined, { readonly limit: number }> => ({
  handle: async ({ params, query }) => ({
    status: 200,
    body: await inboxes.list(params['name'] ?? '', query.limit),
  }),
});

/** DELETE /sandbox/inbox/{name}: empties it and makes it answer 200 again. */
export const clearInbox = (inboxes: InboxTable): Operation<undefined> => ({
  handle: async ({ params }) => {
    await inboxes.clear(params['name'] ?? '');
    return { status: 204 };
  },
});

type InboxBody = components['schemas']['SetInbox'];

const failureStatusDefault = 500;

/**
 * PUT /sandbox/inbox/{name}: how it answers from now on. A status without failTimes is for every message: that is how
 * a dead receiver is played.
 */
export const setInbox = (inboxes: InboxTable, secrets: InboxSecrets): Operation<InboxBody> => ({
  handle: async ({ params, body }) => {
    const name = params['name'] ?? '';
    if (body.secret !== undefined && !(await learnSecret(inboxes, secrets, body.secret))) return secretFault();
    await inboxes.configure(name, {
      failTimes: body.failTimes ?? (body.status === undefined && body.failTimes !== null ? 0 : null),
      status: body.status ?? failureStatusDefault,
      delayMs: body.delayMs ?? 0,
    });
    return { status: 200, body: await inboxes.behaviourOf(name) };
  },
});

/** POST /sandbox/inbox-secrets: one more secret to try, on later messages and on the latest ones. */
export const addInboxSecret = (inboxes: InboxTable, secrets: InboxSecrets): Operation<{ readonly secret: string }> => ({
  handle: async ({ body }) =>
    (await learnSecret(inboxes, secrets, body.secret)) ? { status: 201, body: { added: true } } : secretFault(),
});

/** A secret often becomes known a moment after the first message that it signed. */
const learnSecret = async (inboxes: InboxTable, secrets: InboxSecrets, secret: string): Promise<boolean> => {
  if (!(await secrets.add(secret))) return false;
  const recent = await inboxes.listUnverified(new Date(Date.now() - toleranceMs).toISOString());
  const verified = recent.filter((message) => secrets.verify(message)).map(({ id }) => id);
  if (verified.length > 0) await inboxes.markVerified(verified);
  return true;
};

const secretFault = (): ApiResponse =>
  problem({
    status: 400,
    code: 'request.invalid',
    detail: 'The secret is not one of Standard Webhooks.',
    errors: [{ field: 'secret', message: 'must be whsec_ followed by base64' }],
  });
