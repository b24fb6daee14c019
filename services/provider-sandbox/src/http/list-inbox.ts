import { type Operation } from '@repasse/chassis/http/app';
import { type InboxTable } from '../store/inbox-table';

/** GET /sandbox/inbox/{name}: what came, oldest first. An inbox nobody wrote to is empty, not missing. */
export const listInbox = (inboxes: InboxTable): Operation<undefined, { readonly limit: number }> => ({
  handle: async ({ params, query }) => ({
    status: 200,
    body: await inboxes.list(params['name'] ?? '', query.limit),
  }),
});
