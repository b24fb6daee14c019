import { randomIds } from '@repasse/chassis/ids';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { internalToken } from '@repasse/chassis/testing/running-service';
import { eventOf, paidCharge, paidEvent, refundEvent, surplusEvent, type ChargePaid } from './support/charges';
import { startService, tokenOf, type RunningService } from './support/running-service';

let service: RunningService;
beforeAll(async () => {
  service = await startService('refund reservations');
});
afterAll(() => service.stop());
afterEach(async () => {
  expect((await service.get('/ledger/check', tokenOf(1, 'ADMIN'))).body).toMatchObject({
    isBalanced: true,
    faults: [],
  });
});

let nextUserId = 70_000;
const recipient = 79_999;
/** 100.00 by PIX to a new owner: 0.99 to the platform, and `sharedMinor` to one other user. */
const paidToOwner = async (sharedMinor = 0, userId = ++nextUserId): Promise<ChargePaid> => {
  const shares = [
    { userId, amountMinor: 9_901 - sharedMinor, isOwner: true, reducedByMinor: 0 },
    ...(sharedMinor === 0 ? [] : [{ userId: recipient, amountMinor: sharedMinor, isOwner: false, reducedByMinor: 0 }]),
  ];
  const charge = paidCharge({ userId, shares, sharedAmountMinor: sharedMinor });
  await service.publish([paidEvent(charge)]);
  await eventually(async () => (await service.published(charge.chargeId)).length >= 2);
  return charge;
};

interface Asked {
  refundId: string;
  amountMinor: number;
  splitRefund: object | null;
}

const reserve = (charge: ChargePaid, other: Partial<Asked> = {}) => {
  const { chargeId, paymentId, userId, currency } = charge;
  const body = {
    ...{ refundId: `re_${randomIds.ulid()}`, chargeId, paymentId, userId, currency, amountMinor: 10_000 },
    ...{ splitRefund: null, ...other },
  };
  const headers = { 'repasse-internal-token': internalToken };
  return service.post('/internal/refund-reservations', { headers, body });
};
const withdraw = async (userId: number, amount: string) => {
  const token = tokenOf(userId, 'CUSTOMER', 'withdrawals:write');
  return service.post('/withdrawals', { token, body: { amount, payCurrency: 'BTC', payAddress: 'bc1qexample' } });
};
const statusOf = async (refundId: string): Promise<unknown> => {
  const [row] = await service.db.query<{ status: string; expires_at: string | null }>(
    'select status, expires_at from refund_reservations where refund_id = $1',
    [refundId],
  );
  return row?.expires_at === null ? row.status : `${row?.status} for a minute`;
};
const refused = (debt: string, debtMax: string) => ({
  status: 409,
  body: { code: 'refund.balance_too_low', debt, debtMax },
});

describe('a refund that is reserved', () => {
  it('may leave a debt of the fee that the platform keeps, as often as sales go back', async () => {
    const first = await paidToOwner();
    for (let n = 0; n < 3; n++) {
      const charge = n === 0 ? first : await paidToOwner(0, first.userId);
      const { status, body } = await reserve(charge);
      expect([n, status]).toEqual([n, 200]);
      const { refundId } = body as { refundId: string };
      await service.publish([refundEvent(charge, 10_000, { refundId })]);
      await eventuallyHolds(async () => expect(await statusOf(refundId)).toMatch(/^ENDED/));
    }
  });

  it('is refused when its owner has had the money paid out', async () => {
    const charge = await paidToOwner();
    expect((await withdraw(charge.userId, '99.01')).status).toBe(201);

    expect(await reserve(charge)).toMatchObject(refused('100.00', '0.99'));
    expect(await reserve(charge, { amountMinor: 100 })).toMatchObject(refused('1.00', '0.01'));
    expect(await reserve(charge, { amountMinor: 1 })).toMatchObject({ status: 200 });
  });

  it('counts the money of all who give, and names no one else', async () => {
    const charge = await paidToOwner(5_000);
    const owners = [{ userId: charge.userId, amountMinor: 10_000 }];
    expect(await reserve(charge, { splitRefund: owners })).toMatchObject(refused('50.99', '0.99'));
    expect(await reserve(charge)).toMatchObject({ status: 200 });
  });

  it('cannot be spent meanwhile, neither by a withdrawal nor by another refund', async () => {
    const charge = await paidToOwner();
    const other = await paidToOwner(0, charge.userId);
    expect(await reserve(charge, { amountMinor: 9_000 })).toMatchObject({ status: 200 });

    expect(await withdraw(charge.userId, '108.03')).toMatchObject({ status: 409, body: { available: '108.02' } });
    expect((await withdraw(charge.userId, '100.00')).status).toBe(201);
    expect(await reserve(other)).toMatchObject({ status: 409, body: { code: 'refund.balance_too_low' } });
  });

  it('is never more than there is, however many come at once', async () => {
    const charge = await paidToOwner();
    expect((await withdraw(charge.userId, '50.00')).status).toBe(201);
    const answers = await Promise.all(Array.from({ length: 50 }, () => reserve(charge, { amountMinor: 700 })));

    const taken = answers.filter(({ status }) => status === 200);
    expect(taken.length).toBe(7);
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
  });

  it('is kept once it is requested, and free again when it fails', async () => {
    const charge = await paidToOwner();
    const { body } = await reserve(charge);
    const { refundId } = body as { refundId: string };
    const { chargeId, paymentId, userId } = charge;
    const facts = { chargeId, paymentId, userId, refundId, amountMinor: 10_000 };
    expect(await statusOf(refundId)).toBe('OPEN for a minute');

    await service.publish([eventOf('repasse.refund.requested.v1', paymentId, 1, charge.paidAt, facts)]);
    await eventuallyHolds(async () => expect(await statusOf(refundId)).toBe('OPEN'));
    expect((await withdraw(userId, '10.00')).status).toBe(409);

    await service.publish([eventOf('repasse.refund.failed.v1', paymentId, 2, charge.paidAt, facts)]);
    await eventuallyHolds(async () => expect(await statusOf(refundId)).toBe('FAILED'));
    expect((await withdraw(userId, '10.00')).status).toBe(201);
  });

  it('that is never requested is free again after a minute', async () => {
    const charge = await paidToOwner();
    expect((await reserve(charge)).status).toBe(200);
    expect((await withdraw(charge.userId, '10.00')).status).toBe(409);
    service.clock.advance(60_001);
    expect((await withdraw(charge.userId, '10.00')).status).toBe(201);
  });

  it('is the same when it comes again', async () => {
    const charge = await paidToOwner();
    const refundId = `re_${randomIds.ulid()}`;
    expect((await reserve(charge, { refundId })).status).toBe(200);
    expect((await reserve(charge, { refundId })).status).toBe(200);
  });

  it('shows in the preview as money on its way', async () => {
    const charge = await paidToOwner();
    await reserve(charge, { amountMinor: 4_000 });
    const preview = `/settlements/${charge.chargeId}/refund-preview?amount=60.01`;
    expect(await service.get(preview, tokenOf(charge.userId))).toMatchObject({
      status: 409,
      body: { code: 'refund.exceeds_paid', refundable: '60.00' },
    });
  });

  it('waits for its payment to be booked', async () => {
    const unknown = paidCharge();
    expect(await reserve(unknown)).toMatchObject({ status: 503, body: { code: 'refund.balance_not_known' } });
    const charge = await paidToOwner();
    expect(await reserve(charge, { amountMinor: 10_001 })).toMatchObject({ status: 503 });
  });

  it('takes nobody’s money for what is held beside a charge', async () => {
    const charge = await paidToOwner();
    const held = { surplusAmountMinor: 500, handling: 'HOLD' } as const;
    await service.publish([surplusEvent('repasse.charge.surplus_received.v1', charge, held, 2)]);
    await eventuallyHolds(async () =>
      expect(await reserve(charge, { amountMinor: 10_500 })).toMatchObject({ status: 200 }),
    );
  });

  it('is for other services alone', async () => {
    const token = tokenOf(1, 'ADMIN');
    expect((await service.post('/internal/refund-reservations', { token, body: {} })).status).toBe(401);
  });
});
