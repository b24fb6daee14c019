import { type Operation } from '@repasse/chassis/http/app';
import { type InboxTable } from '../store/inbox-table';

/** DELETE /sandbox/inbox/{name}: empties it and makes it answer 200 again. */
export const clearInbox = (inboxes: InboxTable): Operation<undefined> => ({
  handle: async ({ params }) => {
    await inboxes.clear(params['name'] ?? '');
    return { status: 204 };
  },
});
