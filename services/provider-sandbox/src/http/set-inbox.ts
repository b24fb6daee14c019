import { type Operation } from '@repasse/chassis/http/app';
import { type InboxSecrets } from '../store/inbox-secrets';
import { type InboxTable } from '../store/inbox-table';
import { learnSecret, secretFault } from './add-inbox-secret';

interface InboxBody {
  readonly failTimes?: number | null;
  readonly status?: number;
  readonly delayMs?: number;
  readonly secret?: string;
}

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
