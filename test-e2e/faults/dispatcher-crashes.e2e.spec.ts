import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi } from '../support/api';
import { describeOn } from '../support/on-each-bus';

interface Page {
  readonly data: readonly { readonly id: string }[];
  readonly nextAfter: string;
  readonly hasMore: boolean;
}

const endpoints = 5;
const charges = 400;
const crashes = 20;

/** The leases of the last crash run out, and what it left is sent by the process after it. */
const recoveryTimeoutMs = 90_000;

const testTimeoutMs = 300_000;

// The offset lies with the effect on both buses; the crashes are of the dispatcher, so one of them will do.
describeOn('postgres', `kill -9 of the webhook dispatcher, ${crashes} times`, (stack) => {
  it(
    `delivers each of ${endpoints * charges} messages at least once, always under its own id`,
    async () => {
      const merchant = await MerchantApi.signIn(stack.file);
      const inboxes = Array.from({ length: endpoints }, (_, n) => `crashes-${n}`);
      for (const inbox of inboxes)
        await merchant.post('/webhook-endpoints', { url: merchant.inboxUrl(inbox), eventTypes: ['charge.created'] });

      const creating = createCharges(merchant);
      for (let crash = 0; crash < crashes; crash += 1) {
        await stack.kill('webhook-dispatcher');
        await stack.startService('webhook-dispatcher');
      }
      await creating;

      await eventuallyHolds(
        async () => {
          const told = await idsOf(merchant);
          expect(told.size).toBe(charges);
          for (const inbox of inboxes) {
            const got = (await merchant.inbox(inbox)).map(({ headers }) => headers['webhook-id'] ?? '');
            expect(new Set(got)).toEqual(told);
          }
        },
        { timeoutMs: recoveryTimeoutMs, everyMs: 1_000 },
      );
    },
    testTimeoutMs,
  );
});

/** While the dispatcher is shot at. */
const createCharges = async (merchant: MerchantApi): Promise<void> => {
  for (let made = 0; made < charges; made += 1) {
    const { status } = await merchant.post('/charge', { grossAmount: '10.00', currency: 'BRL' });
    expect(status).toBe(200);
  }
};

const idsOf = async (merchant: MerchantApi, after = ''): Promise<ReadonlySet<string>> => {
  const { body } = await merchant.get<Page>(`/events?types=charge.created&limit=500${after}`);
  const ids = body.data.map(({ id }) => id);
  return body.hasMore ? new Set([...ids, ...(await idsOf(merchant, `&after=${body.nextAfter}`))]) : new Set(ids);
};
