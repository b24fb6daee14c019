import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { startService, tokenOf, type RunningService } from './support/running-service';
import { createSellers } from './support/sellers';
import { payoutEvent } from './support/withdrawals';

const manager = 39_999;
const runAt = '2026-01-02T21:00:00.000Z';

let service: RunningService;
let paid: number;
let kept: number;
let unpaid: number;
let payout: Listed;
let batchId: string;

interface Listed {
  readonly id: string;
  readonly userId: number;
  readonly amount: string;
  readonly batchId: string;
}
const sellers = createSellers(() => service, 40_000);

/** Two sellers of a manager and one of nobody; one of them has nothing. */
beforeAll(async () => {
  service = await startService('payout-lists', { RECEIPT_SECRETS: 'a-secret-of-receipts-for-tests-only' });
  paid = await sellers.seller(100_000, manager);
  kept = await sellers.seller(50_000);
  unpaid = await sellers.seller(0, manager);
  for (const userId of [paid, kept, unpaid]) await sellers.putSchedule(userId, { frequency: 'DAILY' });
});
afterAll(() => service.stop());

const payoutsOf = async (token: string, of = ''): Promise<readonly Listed[]> =>
  ((await service.get(`/payouts${of}`, token)).body as { data: Listed[] }).data;

describe('GET /balance', () => {
  it('says what the next run pays, and where to', async () => {
    const balance = await sellers.balanceOf(paid);

    const { available } = balance as { available: string };
    const nextPayout = { runsAt: runAt, amount: available, skipReason: null };
    expect(balance).toMatchObject({
      nextPayout: { ...nextPayout, destinationLabel: expect.any(String) },
      withheld: [],
    });
    expect(await sellers.balanceOf(unpaid)).toMatchObject({
      nextPayout: { amount: '0.00', skipReason: 'NOTHING_AVAILABLE' },
    });
    expect(await sellers.balanceOf(manager)).toMatchObject({ nextPayout: null, withheld: [] });
  });
});

describe('after a run', () => {
  beforeAll(async () => {
    service.clock.set(runAt);
    await eventuallyHolds(async () => expect(await payoutsOf(tokenOf(1, 'ADMIN'))).toHaveLength(2));
    const [found] = await payoutsOf(tokenOf(paid));
    if (found === undefined) throw new Error('The seller was paid nothing.');
    payout = found;
    ({ batchId } = found);
  });

  it('shows a user their own payouts, and a manager those of its sellers', async () => {
    const idsSeenBy = async (token: string, of = '') => (await payoutsOf(token, of)).map(({ userId }) => userId);

    expect(await idsSeenBy(tokenOf(kept))).toEqual([kept]);
    expect(await idsSeenBy(tokenOf(manager))).toEqual([paid]);
    expect(await idsSeenBy(tokenOf(manager), `?user_id=${paid}&status=pending&rail=pix`)).toEqual([paid]);
    expect(await idsSeenBy(tokenOf(manager), `?batch_id=${batchId}&status=PAID`)).toEqual([]);
    expect(await service.get(`/payouts?user_id=${kept}`, tokenOf(manager))).toMatchObject({
      status: 403,
      body: { code: 'withdrawal.not_the_manager' },
    });
    expect(payout).toMatchObject({ status: 'PENDING', rail: 'PIX', fee: '0.00', requestedBy: null, releasedBy: null });
    expect(payout).toMatchObject({ destination: { kind: 'PIX_KEY', label: expect.any(String) } });
  });

  it('counts payouts that failed or wait for a second person, of whomever the list has', async () => {
    const counted = async (token: string, of = '') =>
      (
        (await service.get(`/attention/payouts${of}`, token)).body as { data?: { kind: string; count: number }[] }
      ).data?.map(({ kind, count }) => `${kind} ${count}`);
    await service.db.query(`update withdrawals set status = 'failed', failure = 'Account closed' where user_id = $1`, [
      paid,
    ]);
    await service.db.query(`update withdrawals set status = 'awaiting_release' where user_id = $1`, [kept]);

    const [failed, toRelease] = [
      ['FAILED_PAYOUTS 1', 'PAYOUTS_TO_RELEASE 0'],
      ['FAILED_PAYOUTS 0', 'PAYOUTS_TO_RELEASE 1'],
    ];
    expect(await counted(tokenOf(manager))).toEqual(failed);
    expect(await counted(tokenOf(manager), `?user_id=${paid}`)).toEqual(failed);
    expect(await counted(tokenOf(kept))).toEqual(toRelease);
    expect(await counted(tokenOf(1, 'OPERATOR'))).toEqual(['FAILED_PAYOUTS 1', 'PAYOUTS_TO_RELEASE 1']);
    expect(await counted(tokenOf(5))).toEqual(['FAILED_PAYOUTS 0', 'PAYOUTS_TO_RELEASE 0']);
    expect((await service.get(`/attention/payouts?user_id=${kept}`, tokenOf(manager))).status).toBe(403);
    await service.db.query(`update withdrawals set status = 'pending', failure = null where user_id in ($1, $2)`, [
      paid,
      kept,
    ]);
  });

  it('tells a merchant what its sellers were paid last, and staff also what they have', async () => {
    const moneyOf = async (token: string, ids: readonly number[]) =>
      ((await service.get(`/sellers/money?user_ids=${ids.join(',')}`, token)).body as { data: object[] }).data;
    const lastPayout = { id: payout.id, status: 'PENDING', amount: payout.amount, createdAt: expect.any(String) };
    const all = [unpaid, paid, kept, unpaid, 999_999];

    expect(await moneyOf(tokenOf(manager), all)).toEqual([
      { userId: unpaid, lastPayout: null, balance: null },
      { userId: paid, lastPayout, balance: null },
    ]);
    expect(await moneyOf(tokenOf(kept), all)).toMatchObject([{ userId: kept, balance: null }]);
    const nothing = { available: '0.00', pending: '0.00', debt: '0.00' };
    expect(await moneyOf(tokenOf(1, 'OPERATOR'), all)).toMatchObject([
      { userId: unpaid, lastPayout: null, balance: nothing },
      { userId: paid, lastPayout, balance: nothing },
      { userId: kept, balance: nothing },
      { userId: 999_999, lastPayout: null, balance: nothing },
    ]);
    for (const ids of ['', '0', '1,,2', 'x', Array(101).fill(7).join(',')]) {
      expect((await service.get(`/sellers/money?user_ids=${ids}`, tokenOf(manager))).status).toBe(400);
    }
  });

  it('lists page by page, and as CSV', async () => {
    const token = tokenOf(1, 'ADMIN');
    const first = (await service.get('/payouts?limit=1', token)).body as { pagination: { nextCursor: string } };
    const second = await payoutsOf(token, `?limit=1&cursor=${first.pagination.nextCursor}`);
    const csv = await service.csv('/payouts', token);

    expect(second).toHaveLength(1);
    expect(csv.text.split('\r\n')).toHaveLength(4);
    expect(csv.text).toMatch(/^withdrawalId,createdAt/);
  });

  it('reports the batch as each may see it', async () => {
    const path = `/payout-batches/${batchId}`;
    const ofManager = await service.get(path, tokenOf(manager));
    const ofStaff = await service.get(path, tokenOf(1, 'OPERATOR'));

    expect(ofManager.body).toMatchObject({
      ...{ id: batchId, runAt, status: 'DECIDED', payouts: { count: 1, amount: payout.amount } },
      ...{ byStatus: [{ status: 'PENDING', count: 1 }], skipped: [{ reason: 'NOTHING_AVAILABLE', count: 1 }] },
    });
    expect(ofStaff.body).toMatchObject({ payouts: { count: 2 }, skippedCount: 1 });
    expect((await service.get('/payout-batches', tokenOf(manager))).body).toMatchObject({ data: [{ id: batchId }] });
    expect((await service.get('/payout-batches', tokenOf(5))).body).toMatchObject({ data: [] });
    expect(await service.get(path, tokenOf(5))).toMatchObject({
      status: 404,
      body: { code: 'payout_batch.not_found' },
    });
  });

  it('lists the lines of the batch, page by page, and as CSV', async () => {
    const path = `/payout-batches/${batchId}/lines`;
    const all = (await service.get(path, tokenOf(1, 'ADMIN'))).body as { data: object[] };
    const first = (await service.get(`${path}?limit=1`, tokenOf(manager))).body;
    const { nextCursor } = (first as { pagination: { nextCursor: string } }).pagination;
    const rest = await service.get(`${path}?limit=1&cursor=${nextCursor}`, tokenOf(manager));
    const csv = await service.csv(path, tokenOf(manager));

    expect(all.data).toMatchObject([{ userId: paid }, { userId: kept }, { userId: unpaid }]);
    expect(first).toMatchObject({ data: [{ userId: paid, withdrawalId: payout.id, skipReason: null }] });
    expect(rest.body).toMatchObject({ data: [{ userId: unpaid, amount: null, skipReason: 'NOTHING_AVAILABLE' }] });
    expect(csv.text.split('\r\n')).toHaveLength(4);
  });

  it('gives a receipt once it is paid, as JSON and as a page', async () => {
    const path = `/payouts/${payout.id}/receipt`;
    expect(await service.get(path, tokenOf(paid))).toMatchObject({ status: 409, body: { code: 'payout.not_paid' } });

    const amountMinor = Number(payout.amount.replace('.', ''));
    const terms = { withdrawalId: payout.id, userId: paid, amountMinor };
    const change = { rail: 'PIX' as const, endToEndId: 'E09089356202601022101abcdefghijk' };
    await service.publish([payoutEvent('repasse.payout.settled.v1', terms, change)]);

    await eventuallyHolds(async () => expect((await service.get(path, tokenOf(paid))).status).toBe(200));
    const receipt = (await service.get(path, tokenOf(manager))).body;
    expect(receipt).toMatchObject({ amount: payout.amount, endToEndId: change.endToEndId, payer: 'Repasse' });
    expect(receipt).toMatchObject({ authentication: expect.stringMatching(/^([0-9A-F]{4}-){7}/) });
    const page = await service.call('GET', path, { token: tokenOf(paid), headers: { accept: 'text/html' } });
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).toContain((receipt as { authentication: string }).authentication);
    expect((await service.get(path, tokenOf(kept))).status).toBe(404);
  });
});
