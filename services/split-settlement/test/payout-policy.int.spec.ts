import { randomIds } from '@repasse/chassis/ids';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { lastingToken } from '@repasse/chassis/testing/http-test';
import { type Profile } from '@repasse/chassis/auth/principal';
import { validateEvent, type AnyEvent } from '@repasse/contracts';
import { eventOf } from './support/charges';
import { startService, tokenOf, type RunningService } from './support/running-service';
import { fundsFor, payoutEvent } from './support/withdrawals';

const at = '2026-01-01T12:00:00.000Z';

let service: RunningService;
beforeAll(async () => {
  service = await startService('payout policy');
});
afterAll(() => service.stop());
afterEach(async () => {
  expect((await service.get('/ledger/check', tokenOf(1, 'ADMIN'))).body).toMatchObject({
    isBalanced: true,
    faults: [],
  });
});

let nextUserId = 60_000;
const position = new Map<number, number>();
const ofIdentity = (
  type:
    | 'repasse.recipient.registered.v1'
    | 'repasse.recipient.verified.v1'
    | 'repasse.recipient.suspended.v1'
    | 'repasse.destination.added.v1',
  userId: number,
  data: object,
): AnyEvent => {
  const next = (position.get(userId) ?? 0) + 1;
  position.set(userId, next);
  return eventOf(type, String(userId), next, at, { userId, ...data });
};

const destinationIdOf = (userId: number): string => `dst_${String(userId).padStart(26, '0')}`;
const destinationOf = (userId: number, managerUserId: number | null): AnyEvent =>
  ofIdentity('repasse.destination.added.v1', userId, {
    ...{ managerUserId, destinationId: destinationIdOf(userId), rail: 'PIX', destinationKind: 'PIX_KEY' },
    ...{ destinationLabel: 'PIX CPF ***.456.789-**', isOwnDocument: true, isDefault: true, coinAddress: null },
    ...{ usableAt: at, addedAt: at },
  });

/** A verified seller with this balance and a PIX key, looked after by a merchant who has 10.00. */
const freshSeller = async (amountMinor: number) => {
  const [userId, managerUserId] = [++nextUserId, ++nextUserId];
  await service.publish([
    ofIdentity('repasse.recipient.registered.v1', userId, { managerUserId, recipientKind: 'PERSON', registeredAt: at }),
    ofIdentity('repasse.recipient.verified.v1', userId, { managerUserId, verifiedAt: at }),
    destinationOf(userId, managerUserId),
    ...[fundsFor(userId, amountMinor), fundsFor(managerUserId, 1_000)],
  ]);
  await eventuallyHolds(async () => {
    expect(await balanceOf(userId)).not.toMatchObject({ available: '0.00' });
    expect(await balanceOf(managerUserId)).not.toMatchObject({ available: '0.00' });
    expect(
      await service.db.query('select from payout_destinations d join payees p using (user_id) where user_id = $1', [
        userId,
      ]),
    ).toHaveLength(1);
  });
  return { userId, managerUserId };
};
const balanceOf = async (userId: number) => (await service.get('/balance', tokenOf(userId))).body;

const keyOf = (userId: number, clientId: string, profile: Profile = 'CUSTOMER'): string =>
  lastingToken({ userId, clientId, profile, scopes: ['withdrawals:write', 'approvals:write', 'balance:read'] });
const withdraw = (userId: number, body: object, clientId = 'one') =>
  service.post('/withdrawals', { token: keyOf(userId, clientId), body });
const setPolicy = (token: string, body: object, query = '') =>
  service.call('PUT', `/payout-policy${query}`, { token, body });
const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id;
const staff = keyOf(1, 'staff', 'ADMIN');

describe('a seller', () => {
  it('is paid to the default destination, asked for by the manager', async () => {
    const { userId, managerUserId } = await freshSeller(10_000);
    const answer = await withdraw(managerUserId, { amount: '40.00', userId });

    expect(answer).toMatchObject({
      status: 201,
      body: {
        ...{ userId, managerUserId, rail: 'PIX', destinationId: destinationIdOf(userId), payCurrency: 'BRL' },
        ...{ payAddress: 'PIX CPF ***.456.789-**', status: 'PENDING', payoutAmount: '40.00', requestedBy: 'one' },
      },
    });
    await eventuallyHolds(async () => {
      const said = await service.publishedOfWithdrawal(idOf(answer));
      expect(said.map(({ value }) => value)).toMatchObject([
        { userId, managerUserId, rail: 'PIX', amountMinor: 4_000 },
      ]);
      for (const { value } of said) expect(validateEvent('repasse.withdrawal.requested.v1', value)).toEqual([]);
    });
    for (const token of [tokenOf(userId), tokenOf(managerUserId)]) {
      expect(await service.get(`/withdrawals/${idOf(answer)}`, token)).toMatchObject({ status: 200 });
    }
    const listed = await service.get(`/withdrawals?user_id=${userId}&rail=pix`, tokenOf(managerUserId));
    expect(listed).toMatchObject({ status: 200, body: { data: [{ id: idOf(answer) }] } });
  });

  it('is not paid by another merchant', async () => {
    const { userId } = await freshSeller(10_000);

    expect(await withdraw(userId + 500, { amount: '40.00', userId })).toMatchObject({
      status: 403,
      body: { code: 'withdrawal.not_the_manager' },
    });
  });

  it('who is suspended is not paid, and is told why', async () => {
    const { userId, managerUserId } = await freshSeller(10_000);
    const data = { managerUserId, suspensionReason: 'DOCUMENT_EXPIRED', suspendedAt: at };
    await service.publish([ofIdentity('repasse.recipient.suspended.v1', userId, data)]);

    await eventuallyHolds(async () =>
      expect(await withdraw(userId, { amount: '100.01' })).toMatchObject({
        status: 409,
        body: { code: 'withdrawal.recipient_suspended' },
      }),
    );
  });

  it('of an unknown destination is told so', async () => {
    const { userId } = await freshSeller(10_000);
    const destinationId = destinationIdOf(userId + 1);

    expect(await withdraw(userId, { amount: '40.00', destinationId })).toMatchObject({
      status: 404,
      body: { code: 'withdrawal.destination_not_found' },
    });
  });

  it('gets what is there when up to an amount was asked for', async () => {
    const { userId } = await freshSeller(3_000);

    expect(await withdraw(userId, { amount: '100.00', upTo: true })).toMatchObject({
      status: 201,
      body: { amount: '30.00' },
    });
  });

  it('can name a destination or an address, and a coin with it', async () => {
    const { userId } = await freshSeller(3_000);
    const destinationId = destinationIdOf(userId);
    const answer = await withdraw(userId, { amount: '20.00', payAddress: 'bc1qexampleaddress', destinationId });

    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'payCurrency' }, { field: 'destinationId' }] },
    });
  });

  it('is one of the recipient’s own: no address that was only just named', async () => {
    const { userId } = await freshSeller(3_000);
    const answer = await withdraw(userId, { amount: '20.00', payCurrency: 'BTC', payAddress: 'bc1qexampleaddress' });

    expect(answer).toMatchObject({ status: 409, body: { code: 'withdrawal.destination_required' } });
    expect(await balanceOf(userId)).toMatchObject({ available: '30.00', withdrawing: '0.00' });
  });
});

describe('money of a payout', () => {
  it('leaves without the seller’s fee, and what comes back is the seller’s', async () => {
    const { userId } = await freshSeller(10_000);
    await setPolicy(staff, { fee: '1.50' }, `?user_id=${userId}`);
    const made = await withdraw(userId, { amount: '40.00' });
    expect(made.body).toMatchObject({ amount: '40.00', payoutAmount: '38.50', fee: '1.50', feeUserId: userId });

    const payout = { userId, amountMinor: 4_000, withdrawalId: idOf(made) };
    const told = { rail: 'PIX' as const, payoutMinor: 3_850 };
    await service.publish([
      payoutEvent('repasse.payout.settled.v1', payout, { ...told, endToEndId: 'E123' }),
      payoutEvent('repasse.payout.returned.v1', payout, { ...told, ...back(1_000), returnReference: 'D1' }, 2),
      payoutEvent('repasse.payout.returned.v1', payout, { ...told, ...back(3_850, 2_850), returnReference: 'D2' }, 3),
    ]);

    await eventuallyHolds(async () =>
      expect((await service.get(`/withdrawals/${idOf(made)}`, tokenOf(userId))).body).toMatchObject({
        ...{ status: 'RETURNED', returnedAmount: '38.50', endToEndId: 'E123' },
      }),
    );
    expect(await balanceOf(userId)).toMatchObject({ available: '98.50', withdrawing: '0.00' });
  });

  it('that failed is back with the fee, to whoever carried it', async () => {
    const { userId, managerUserId } = await freshSeller(10_000);
    await setPolicy(staff, { fee: '1.50', feeCarriedBy: 'MANAGER' }, `?user_id=${userId}`);
    const made = await withdraw(userId, { amount: '40.00' });
    expect(made.body).toMatchObject({ payoutAmount: '40.00', feeUserId: managerUserId });
    expect(await balanceOf(managerUserId)).toMatchObject({ available: '8.50' });

    const payout = { userId, amountMinor: 4_000, withdrawalId: idOf(made) };
    await service.publish([
      payoutEvent('repasse.payout.failed.v1', payout, { rail: 'PIX', failure: 'ACCOUNT_CLOSED' }),
    ]);

    await eventuallyHolds(async () => expect(await balanceOf(managerUserId)).toMatchObject({ available: '10.00' }));
    expect(await balanceOf(userId)).toMatchObject({ available: '100.00' });
  });
});

const back = (returnedTotalMinor: number, returnedMinor = returnedTotalMinor) => ({
  ...{ returnedMinor, returnedTotalMinor },
  ...{ returnReason: null, returnedAt: at },
});

describe('PUT /payout-policy', () => {
  it('lets a merchant be stricter with its sellers, and no laxer', async () => {
    const { userId, managerUserId } = await freshSeller(10_000);
    await setPolicy(staff, { dayMaximum: '50.00' }, `?user_id=${userId}`);
    const manager = keyOf(managerUserId, 'boss');

    expect((await setPolicy(manager, { dayMaximum: '90.00', maximum: '30.00' })).status).toBe(200);
    expect(await service.get(`/payout-policy?user_id=${userId}`, manager)).toMatchObject({
      status: 200,
      body: { userId, effective: { dayMaximum: '50.00', maximum: '30.00' }, staff: { dayMaximum: '50.00' }, own: null },
    });
    expect(await withdraw(userId, { amount: '30.01' })).toMatchObject({
      body: { code: 'withdrawal.above_maximum', payable: '30.00' },
    });
    expect((await withdraw(userId, { amount: '30.00' })).status).toBe(201);
    expect(await withdraw(userId, { amount: '30.00' })).toMatchObject({
      body: { code: 'withdrawal.day_limit', payable: '20.00' },
    });
  });

  it('takes no limit of nothing, which would stop every payout', async () => {
    const limits = { minimum: '0.00', maximum: '0.00', dayMaximum: '0.00', fourEyesAbove: '0.00' };

    expect(await setPolicy(staff, limits, `?user_id=${++nextUserId}`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'minimum' }, { field: 'maximum' }, { field: 'dayMaximum' }] },
    });
  });

  it('is not for a seller who is managed, nor for strangers, and the fee is staff’s', async () => {
    const { userId, managerUserId } = await freshSeller(10_000);

    expect((await setPolicy(keyOf(userId, 'one'), { maximum: '1.00' })).status).toBe(403);
    expect((await setPolicy(keyOf(2, 'one'), { maximum: '1.00' }, `?user_id=${userId}`)).status).toBe(403);
    expect(await setPolicy(keyOf(managerUserId, 'one'), { fee: '0.00' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'fee' }] },
    });
  });
});

describe('a withdrawal above the amount for one person', () => {
  const waiting = async () => {
    const { userId, managerUserId } = await freshSeller(10_000);
    await setPolicy(staff, { fourEyesAbove: '39.99' }, `?user_id=${userId}`);
    const made = await withdraw(managerUserId, { amount: '40.00', userId });
    expect(made.body).toMatchObject({ status: 'AWAITING_RELEASE', requestedBy: 'one' });
    return { userId, managerUserId, id: idOf(made) };
  };
  const say = (id: string, what: 'release' | 'cancel', token: string) =>
    service.post(`/withdrawals/${id}/${what}`, { token, key: randomIds.ulid() });

  it('holds the money until another key releases it', async () => {
    const { userId, managerUserId, id } = await waiting();
    expect(await balanceOf(userId)).toMatchObject({ available: '60.00', withdrawing: '40.00' });

    expect(await say(id, 'release', keyOf(managerUserId, 'one'))).toMatchObject({
      body: { code: 'withdrawal.same_key' },
    });
    expect((await say(id, 'release', keyOf(7, 'two'))).status).toBe(404);
    expect(await say(id, 'release', keyOf(managerUserId, 'two'))).toMatchObject({
      status: 200,
      body: { status: 'PENDING', requestedBy: 'one', decidedBy: 'two' },
    });
    expect(await say(id, 'release', keyOf(managerUserId, 'three'))).toMatchObject({
      status: 409,
      body: { code: 'withdrawal.not_awaiting_release' },
    });
    await eventuallyHolds(async () => {
      const said = await service.publishedOfWithdrawal(id);
      expect(said.map(({ headers }) => headers['ce_type'])).toEqual([
        'repasse.withdrawal.proposed.v1',
        'repasse.withdrawal.requested.v1',
      ]);
      expect(validateEvent('repasse.withdrawal.proposed.v1', said[0]?.value)).toEqual([]);
      expect(validateEvent('repasse.withdrawal.requested.v1', said[1]?.value)).toEqual([]);
    });
  });

  it('gives the money back when another key says no', async () => {
    const { userId, id } = await waiting();

    expect(await say(id, 'cancel', staff)).toMatchObject({
      status: 200,
      body: { status: 'CANCELED', cancelReason: 'REFUSED', decidedBy: 'staff' },
    });
    expect(await balanceOf(userId)).toMatchObject({ available: '100.00', withdrawing: '0.00' });
  });

  it('gives the money back when nobody decides in time', async () => {
    const { userId, id } = await waiting();
    service.clock.advance(72 * 3_600_000);

    await eventuallyHolds(async () =>
      expect((await service.get(`/withdrawals/${id}`, tokenOf(userId))).body).toMatchObject({
        ...{ status: 'CANCELED', cancelReason: 'EXPIRED', decidedBy: null },
      }),
    );
    expect(await balanceOf(userId)).toMatchObject({ available: '100.00' });
    await eventuallyHolds(async () => {
      const [, said] = await service.publishedOfWithdrawal(id);
      expect(validateEvent('repasse.withdrawal.canceled.v1', said?.value)).toEqual([]);
    });
  });
});

describe('an amount that staff withhold', () => {
  it('is not paid out, says why, and ends', async () => {
    const { userId } = await freshSeller(10_000);
    const body = { userId, amount: '70.00', reasonCode: 'SALES_IN_QUESTION', reason: 'Three sales of yesterday.' };
    const held = await service.post('/payout-holds', { token: staff, body });
    expect(held).toMatchObject({ status: 201, body: { amount: '70.00', endedAt: null } });

    expect(await withdraw(userId, { amount: '40.00' })).toMatchObject({
      status: 409,
      body: { code: 'withdrawal.amount_withheld', payable: '30.00', withheld: '70.00', reasons: ['SALES_IN_QUESTION'] },
    });
    expect(await service.get('/payout-holds?open=true', tokenOf(userId))).toMatchObject({
      status: 200,
      body: { data: [{ id: idOf(held), reasonCode: 'SALES_IN_QUESTION', reason: null, createdBy: null }] },
    });
    expect(await service.call('DELETE', `/payout-holds/${idOf(held)}`, { token: staff })).toMatchObject({
      status: 200,
    });
    expect((await service.get('/payout-holds?open=true', tokenOf(userId))).body).toMatchObject({ data: [] });
    expect((await withdraw(userId, { amount: '40.00' })).status).toBe(201);
  });

  it('is for staff alone', async () => {
    const body = { userId: 7, amount: '70.00', reasonCode: 'X', reason: '-' };
    expect((await service.post('/payout-holds', { token: keyOf(7, 'one'), body })).status).toBe(403);
  });
});
