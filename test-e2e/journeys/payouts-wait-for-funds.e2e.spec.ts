import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, request } from '../support/api';
import { describeOn } from '../support/on-each-bus';
import { sandboxWorld } from '../support/sandbox-world';
import { destinations, onboard, type Seller } from '../support/sellers';

interface Funding {
  readonly dueMinor: number;
  readonly expectedMinor: number;
  readonly nextRunAt: string | null;
  readonly missingMinor: number;
}

interface Batch {
  readonly id: string;
  readonly status: string;
}

interface Payout {
  readonly status: string;
}

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** A payout that waits is tried again with growing pauses. */
const patient = { timeoutMs: 120_000 };
const sellersCount = 3;

describeOn('postgres', 'an account that covers a part of the evening’s payouts', (stack) => {
  let merchant: MerchantApi;
  let staff: MerchantApi;
  const sellers: Seller[] = [];
  let runAt = '';

  const world = () => sandboxWorld(stack.file);
  const bank = (body?: object) =>
    request<{ readonly sent: readonly object[] }>(body ? 'PUT' : 'GET', `${stack.file.sandboxUrl}/sandbox/pix/sends`, {
      ...(body && { body }),
    });
  const moveTo = async (moment: number): Promise<void> => {
    merchant = await world().moveClockBy(moment - (await world().nowMs()));
    staff = await MerchantApi.signIn(stack.file, stack.file.admin);
  };
  const funding = async (): Promise<Funding> => (await staff.get<Funding>('/payouts/funding')).body;
  const batches = async (): Promise<readonly Batch[]> =>
    (await staff.get<{ readonly data: readonly Batch[] }>('/payout-batches')).body.data;
  const payouts = async (): Promise<readonly Payout[]> =>
    (await merchant.get<{ readonly data: readonly Payout[] }>('/payouts')).body.data;

  beforeAll(async () => {
    merchant = await MerchantApi.signIn(stack.file);
    staff = await MerchantApi.signIn(stack.file, stack.file.admin);
    for (let number = 0; number < sellersCount; number += 1) {
      sellers.push(await onboard(merchant, staff, number + 1, destinations.document));
    }
    const split = sellers.map(({ email }) => ({ recipientEmail: email, kind: 'FIXED', amount: '100.00' }));
    const { body } = await merchant.createPixCharge({ grossAmount: '400.00', split });
    await merchant.pay(body.checkoutMeta.emv);
    // A new destination waits for a day.
    await moveTo((await world().nowMs()) + 2 * dayMs);
    for (const { userId } of sellers) {
      const path = `/payout-schedule?user_id=${String(userId)}`;
      const { status, body: schedule } = await merchant.put<{ readonly nextRunAt: string }>(path, {
        frequency: 'DAILY',
      });
      expect(status).toBe(200);
      runAt = schedule.nextRunAt;
    }
    await bank({ balance: '250.00' });
  });

  it('is said two hours before the run', async () => {
    expect(await batches()).toEqual([]);

    await moveTo(Date.parse(runAt) - 115 * minuteMs);

    await eventuallyHolds(async () => {
      const needed = { dueMinor: 0, expectedMinor: 30_000, nextRunAt: runAt, missingMinor: 5_000 };
      expect(await funding()).toMatchObject(needed);
    }, patient);
    expect(await batches()).toMatchObject([{ status: 'EXPECTED' }]);
  });

  it('makes the batch wait as a whole, and pay once it is filled', async () => {
    await moveTo(Date.parse(runAt) + minuteMs);

    await eventuallyHolds(
      async () => expect(await batches()).toMatchObject([{ status: 'WAITING_FOR_FUNDS' }]),
      patient,
    );
    await eventuallyHolds(async () => expect((await payouts()).length).toBe(sellersCount), patient);
    expect((await payouts()).every(({ status }) => status === 'PENDING')).toBe(true);
    expect((await bank()).body.sent).toEqual([]);

    await bank({ balance: '300.00' });
    await moveTo((await world().nowMs()) + 10 * minuteMs);

    await eventuallyHolds(async () => {
      expect((await payouts()).map(({ status }) => status)).toEqual(sellers.map(() => 'PAID'));
      expect(await batches()).toMatchObject([{ status: 'DECIDED' }]);
    }, patient);
    expect((await bank()).body.sent).toHaveLength(sellersCount);
    expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
  });
});
