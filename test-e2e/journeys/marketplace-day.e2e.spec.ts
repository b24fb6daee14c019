import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { dayAt } from '@repasse/values/brasilia-time';
import { MerchantApi, request, type Attempt, type Charge } from '../support/api';
import { readBalance, wealthOf } from '../support/balances';
import { payByCard, saleOf, testCards } from '../support/cards';
import { describeOn } from '../support/on-each-bus';
import { typeStep } from '../support/runbook';
import { sandboxWorld } from '../support/sandbox-world';
import { type DestinationOf, destinations, onboard, type Seller } from '../support/sellers';

interface Payout {
  readonly id: string;
  readonly userId: number;
  readonly status: string;
  readonly amount: string;
  readonly returnedAmount: string;
  readonly rail: string;
}

interface SentPix {
  readonly idEnvio: string;
  readonly amount: string;
  readonly returnedAmount: string;
  readonly status: string;
}

interface Told {
  readonly type: string;
  readonly withdrawalId: string;
  readonly returnedAmount?: string;
}

interface Fed {
  readonly type: string;
  readonly data: { readonly payout: Omit<Told, 'type'> };
}

interface Check {
  readonly provider: string;
}

const dayMs = 86_400_000;
const testTimeoutMs = 420_000;
/** Two hundred charges on two cores, and payouts whose answers are lost are read with growing pauses. */
const patient = { timeoutMs: 180_000 };
const minor = (amount: string): number => Number(amount.replace('.', ''));

/** Every kind of key and account, twice or more; two that cannot be paid. */
const ways = [
  ...[destinations.document, destinations.email, destinations.telephone, destinations.random],
  ...[destinations.checking, destinations.savings, destinations.coins],
];
const sellersCount = 20;
/** Whose account does not exist, and whose key is somebody else's. */
const [missingNumber, foreignNumber] = [18, 19];

const wayOf = (number: number): DestinationOf => {
  if (number === missingNumber) return destinations.missingAccount;
  if (number === foreignNumber) return destinations.email;
  return ways[number % ways.length] ?? destinations.document;
};

// The suites withdrawals, sellers-to-come and faults test both buses.
describeOn('kafka', 'a day of a marketplace', (stack) => {
  let merchant: MerchantApi;
  let staff: MerchantApi;
  const sellers: Seller[] = [];
  const charges: Attempt[] = [];
  const world = () => sandboxWorld(stack.file);
  const sandbox = <Body>(method: string, path: string, body?: object) =>
    request<Body>(method, `${stack.file.sandboxUrl}/sandbox${path}`, { ...(body && { body }) });
  const signIn = async () => {
    merchant = await MerchantApi.signIn(stack.file);
    staff = await MerchantApi.signIn(stack.file, stack.file.admin);
  };

  const splitOf = (number: number) => [
    { recipientEmail: sellers[number % sellersCount]?.email, kind: 'PERCENT', percent: 60 },
    { recipientEmail: sellers[(number + 7) % sellersCount]?.email, kind: 'FIXED', amount: '5.00' },
  ];

  const hasHappened = (chargeId: string, type: string): Promise<unknown> =>
    eventuallyHolds(async () => expect(await merchant.timelineTypes(chargeId)).toContain(type), patient);

  const byPix = async (number: number): Promise<void> => {
    const { body } = await merchant.createPixCharge({ split: splitOf(number) });
    await merchant.pay(body.checkoutMeta.emv);
    charges.push(body);
  };

  const byCard = async (number: number): Promise<void> => {
    const body = { grossAmount: '90.00', currency: 'BRL', split: splitOf(number) };
    const { body: made } = await merchant.post<Charge & { readonly checkoutToken: string }>('/charge', body);
    const open = { chargeId: made.id, checkoutToken: made.checkoutToken };
    charges.push((await payByCard(stack.file, open, testCards.approved)).body);
  };

  const fromAbroad = async (number: number): Promise<void> => {
    const { body } = await merchant.post<Attempt>('/charge', {
      ...{ grossAmount: '300.00', currency: 'BRL', paymentMethod: 'INTERNATIONAL', checkoutCurrency: 'USD' },
      split: splitOf(number),
    });
    await world().payInternational((body.checkoutMeta as { readonly publicToken?: string }).publicToken ?? '');
    charges.push(body);
  };

  /** As many at once as a small shop has. */
  const inTens = async (count: number, work: (number: number) => Promise<void>): Promise<void> => {
    for (let begun = 0; begun < count; begun += 10)
      await Promise.all(Array.from({ length: Math.min(10, count - begun) }, (_, index) => work(begun + index)));
  };

  const wealth = async (): Promise<readonly number[]> =>
    Promise.all(sellers.map(async ({ userId }) => wealthOf(await readBalance(stack.file, userId))));

  const payouts = async (): Promise<readonly Payout[]> => {
    const { status, body } = await merchant.get<{ readonly data: readonly Payout[] }>('/payouts?limit=100');
    expect(status).toBe(200);
    return body.data;
  };

  const sentPix = async (): Promise<readonly SentPix[]> =>
    (await sandbox<{ readonly sent: readonly SentPix[] }>('GET', '/pix/sends')).body.sent;

  it(
    'pays twenty sellers what is theirs, once',
    async () => {
      await signIn();
      for (let number = 0; number < sellersCount; number += 1) {
        sellers.push(await onboard(merchant, staff, number, wayOf(number)));
      }
      await inTens(140, byPix);
      await inTens(40, byCard);
      await inTens(20, fromAbroad);
      for (const { chargeId } of charges) await hasHappened(chargeId, 'repasse.split.settled.v1');

      const [refunded, disputed] = [charges[3], charges[150]];
      expect((await merchant.post(`/charge/${String(refunded?.chargeId)}/refunds`, { amount: '40.00' })).status).toBe(
        200,
      );
      await hasHappened(String(refunded?.chargeId), 'repasse.charge.refunded.v1');
      const dispute = { paymentId: await saleOf(stack.file, { id: String(disputed?.id) }), status: 'Received' };
      expect((await sandbox('POST', '/card/chargeback', dispute)).status).toBe(200);
      await hasHappened(String(disputed?.chargeId), 'repasse.dispute.opened.v1');
    },
    testTimeoutMs,
  );

  it(
    'lets the evening’s schedule pay out, whatever happens meanwhile',
    async () => {
      await sandbox('PUT', `/pix/keys/${encodeURIComponent(`seller${String(foreignNumber)}@pix.example`)}`, {
        document: '52998224725',
      });
      // Cards are available after thirty days, and new destinations after one.
      await world().moveClockBy(31 * dayMs);
      await signIn();
      await eventuallyHolds(async () => {
        const pending = await Promise.all(
          sellers.map(async ({ userId }) => (await readBalance(stack.file, userId)).pending),
        );
        expect(pending.every((amount) => amount === 0)).toBe(true);
      }, patient);
      const due = await Promise.all(
        sellers.map(async ({ userId }) => (await readBalance(stack.file, userId)).available),
      );
      for (const { userId } of sellers) {
        const { status } = await merchant.put(`/payout-schedule?user_id=${String(userId)}`, {
          ...{ frequency: 'DAILY', businessDaysOnly: false },
        });
        expect(status).toBe(200);
      }
      await sandbox('PUT', '/chaos', { pix: { timeoutRate: 0.2 } });
      await world().moveClockBy(dayMs);
      await signIn();
      await eventuallyHolds(async () => expect((await payouts()).length).toBe(sellersCount), patient);
      await stack.kill('payment-gateway');
      await stack.startService('payment-gateway');
      await eventuallyHolds(async () => expect((await sentPix()).length).toBeGreaterThan(5), patient);
      await sandbox('PUT', '/chaos', {});
      await eventuallyHolds(async () => {
        const open = (await payouts()).filter(({ status }) => status === 'PENDING');
        expect(open).toEqual([]);
      }, patient);

      const made = await payouts();
      for (const [index, { userId }] of sellers.entries()) {
        const isPaid = index !== missingNumber && index !== foreignNumber;
        const own = made.filter((payout) => payout.userId === userId);
        expect(own).toMatchObject([{ status: isPaid ? 'PAID' : 'FAILED' }]);
        expect(minor(own[0]?.amount ?? '')).toBe(due[index]);
        expect((await readBalance(stack.file, userId)).available).toBe(isPaid ? 0 : due[index]);
      }
      await agrees(made);
    },
    testTimeoutMs,
  );

  /** The bank has sent each payout once, and what it has sent is what the ledger says. */
  const agrees = async (made: readonly Payout[]): Promise<void> => {
    const sent = await sentPix();
    expect(new Set(sent.map(({ idEnvio }) => idEnvio)).size).toBe(sent.length);
    for (const { id, status, amount, rail } of made) {
      if (rail !== 'PIX' || status === 'FAILED') continue;
      expect(sent.find(({ idEnvio }) => idEnvio === id.slice('wd_'.length))).toMatchObject({
        amount,
        status: 'REALIZADO',
      });
    }
    expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
  };

  it(
    'gives a seller back what their bank sends back, and says all of it to the merchant',
    async () => {
      const before = await wealth();
      const index = sellers.findIndex((_, number) => wayOf(number) === destinations.random);
      const paid = (await payouts()).find(({ userId }) => userId === sellers[index]?.userId);
      const path = `/pix/sends/${String(paid?.id.slice('wd_'.length))}/return`;
      expect((await sandbox('POST', path, { amount: '1.00' })).status).toBe(200);

      await eventuallyHolds(async () => {
        const after = await wealth();
        expect(after.map((amount, number) => amount - (before[number] ?? 0))).toEqual(
          sellers.map((_, number) => (number === index ? 100 : 0)),
        );
      }, patient);
      const returned = (await payouts()).find(({ id }) => id === paid?.id);
      expect(returned).toMatchObject({ status: 'PAID', returnedAmount: '1.00' });
      expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
    },
    testTimeoutMs,
  );

  it(
    'has told the merchant of each step, and the bank, the books and the events agree',
    async () => {
      const made = await payouts();
      // The feed hears of payouts after the ledger does.
      await eventuallyHolds(async () => {
        const told = await feedOfPayouts();
        for (const { id, status } of made) {
          const own = told.filter(({ withdrawalId }) => withdrawalId === id).map(({ type }) => type);
          expect(own.slice(0, 2)).toEqual(['payout.requested', status === 'FAILED' ? 'payout.failed' : 'payout.paid']);
        }
        expect(told.filter(({ type }) => type === 'payout.returned')).toMatchObject([{ returnedAmount: '1.00' }]);
      }, patient);

      const day = dayAt(new Date(await world().nowMs()));
      const checked = await staff.post<{ readonly data: readonly Check[] }>('/statement-checks', { date: day });
      const sent = checked.body.data.find(({ provider }) => provider === 'PIX_BCB_SENT');
      expect(sent).toMatchObject({ differencesCount: 0, failure: null });
      const closing = `/reports/closing?month=${day.slice(0, 7)}&books=PLATFORM&compare=ALL`;
      expect((await staff.get(closing)).body).toMatchObject({ agrees: true, differences: [] });
      await typeStep('npm run -s trial-balance -- "$DATA"', { DATA: stack.dataFolder });
    },
    testTimeoutMs,
  );

  const feedOfPayouts = async (): Promise<readonly Told[]> => {
    const { body } = await merchant.get<{ readonly data: readonly Fed[] }>('/events?limit=500&types=payout.*');
    return body.data.map(({ type, data }) => ({ type, ...data.payout }));
  };
});
