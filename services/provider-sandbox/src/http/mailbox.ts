import { type Operation } from '@repasse/chassis/http/app';
import { type MailboxTable } from '../store/mailbox-table';

/** GET /sandbox/mailbox */
export const listMailbox = (
  mailbox: MailboxTable,
): Operation<undefined, { readonly to?: string; readonly limit: number }> => ({
  handle: async ({ query: { to, limit } }) => ({ status: 200, body: await mailbox.list(to, limit) }),
});

/** DELETE /sandbox/mailbox */
export const clearMailbox = (mailbox: MailboxTable): Operation<undefined> => ({
  handle: async () => {
    await mailbox.clear();
    return { status: 204 };
  },
});
