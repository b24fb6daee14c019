import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi } from '../support/api';
import { buildRelease, buildTimeoutMs } from './build-release';
import { previousRelease } from './previous-release';
import { SteadyLoad } from './steady-load';
import { TwoReleases, type Release } from './two-releases';

/** PostgreSQL, seven databases and eight programs, on cores that other suites use as well. */
const startTimeoutMs = 180_000;
/** Some twenty services are killed and started, each within seconds. */
const courseTimeoutMs = 360_000;
/** For the work that was under way when the last service was killed. */
const settleTimeoutMs = 60_000;

/** 100.00 without the fee of a PIX payment. */
const netCents = 9_901;
const inbox = 'upgrade';

let releases: TwoReleases;
let merchant: MerchantApi;
/** The steps so far, for the reader of a failure: the order is another one each time. */
const course: string[] = [];

beforeAll(async () => {
  const { commit } = previousRelease();
  releases = new TwoReleases(buildRelease(commit));
  await releases.start();
  await releases.migrate('previous');
  await releases.runAll('previous');
  expect(await releases.commitOf('charge')).toBe(commit);
  await releases.makeMerchant();
  merchant = await MerchantApi.signIn(releases.file);
}, buildTimeoutMs + startTimeoutMs);
afterAll(() => releases.stop(), startTimeoutMs);

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

const replace = async (name: string, release: Release): Promise<void> => {
  course.push(`${name}: ${release}`);
  await releases.run(name, release);
};

/** The previous release, this one beside it, and back: every service is killed where it happens to be. */
const upgradeAndTakeBack = async (load: SteadyLoad): Promise<void> => {
  await load.untilPaid(5);
  // Expand comes first: the previous release works on the tables of this one.
  await releases.migrate('this');
  await load.untilPaid(5);
  for (const name of shuffled(releases.replaced)) await replace(name, 'this');
  await load.untilPaid(5);
  for (const name of shuffled(releases.replaced).slice(0, 4)) await replace(name, 'previous');
  await load.untilPaid(5);
  for (const name of shuffled(releases.replaced).slice(0, 4)) await replace(name, 'this');
  await load.untilPaid(5);

  const printed = await releases.migrate('previous');
  // An older step puts nothing back.
  expect(printed).not.toContain('Applied');
  for (const name of shuffled(releases.replaced)) await replace(name, 'previous');
  await load.untilPaid(5);
};

it(
  'the previous release comes back to the database of this one, and nothing is lost or done twice',
  async () => {
    const load = new SteadyLoad(merchant, inbox);
    try {
      await upgradeAndTakeBack(load);
    } catch (fault) {
      throw new Error(`After ${course.join(', ')}: ${String(fault)}`, { cause: fault });
    } finally {
      await load.stop();
    }

    const { made } = load;
    expect(made.length).toBeGreaterThanOrEqual(30);
    for (const { chargeId } of made) {
      await eventuallyHolds(async () => expect((await merchant.charge(chargeId)).status).toBe('PAID'), {
        timeoutMs: settleTimeoutMs,
      });
    }
    // One charge for each key, whoever answered its request.
    const list = await merchant.get<{ pagination: { total: number } }>('/charge/list');
    expect(list.body.pagination.total).toBe(new Set(made.map(({ chargeId }) => chargeId)).size);
    await eventuallyHolds(
      async () => {
        expect(await merchant.availableCents(releases.file.merchant.userId)).toBe(made.length * netCents);
        expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
        expect(await webhooksByCharge()).toEqual(new Map(made.map(({ chargeId }) => [chargeId, 1])));
      },
      { timeoutMs: settleTimeoutMs },
    );
    expect(releases.deaths).toEqual([]);
  },
  courseTimeoutMs,
);

/** How many webhooks, told apart by their ids, say of each charge that it is paid. */
const webhooksByCharge = async (): Promise<ReadonlyMap<string, number>> => {
  const ids = new Map<string, Set<string | undefined>>();
  for (const { rawBody, headers, verified } of await merchant.inbox(`${inbox}?limit=20000`)) {
    const { type, data } = JSON.parse(rawBody) as { type: string; data: { charge: { id: string } } };
    if (type !== 'charge.paid' || !verified) continue;
    const known = ids.get(data.charge.id) ?? new Set();
    ids.set(data.charge.id, known.add(headers['webhook-id']));
  }
  return new Map([...ids].map(([chargeId, messages]) => [chargeId, messages.size]));
};
