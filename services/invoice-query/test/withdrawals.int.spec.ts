import { type AnyEvent } from '@repasse/contracts';
import { views } from '../src/projections/all-projections';
import { event, eve, olga } from './support/events';
import { startService, tokenOf, type RunningService } from './support/running-service';
import { withdrawalStory } from './support/withdrawals';

const path = '/invoices/payment-gateway';
const customer = (userId = olga) => tokenOf(userId, 'CUSTOMER', 'invoices:read');
const staff = tokenOf(1, 'OPERATOR', 'invoices:read');

const [waiting, taken, paid, failed] = [
  withdrawalStory({ invoiceId: 50_101, externalReference: null, amountMinor: 1_050 }),
  withdrawalStory({ invoiceId: 50_102 }),
  withdrawalStory({ invoiceId: 50_103, payAddress: 'TXYZ9a8b7c6d5e4f', externalReference: 'salary' }),
  withdrawalStory({ invoiceId: 50_104 }),
] as const;
const foreign = withdrawalStory({ invoiceId: 60_101, userId: eve });
const payment = event('repasse.payment.requested.v1', {
  key: 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z9',
  position: 1,
  at: '01.000',
  data: { paymentId: 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z9', invoiceId: 50_001, userId: olga, amountMinor: 20_000 },
});

let service: RunningService;
beforeAll(async () => {
  service = await startService('withdrawals');
  const everything: AnyEvent[] = [
    payment,
    ...waiting.asked,
    ...[...taken.asked, ...taken.taken],
    ...[...paid.asked, ...paid.taken, ...paid.paid],
    ...[...failed.asked, ...failed.failed],
    ...foreign.asked,
  ];
  // Each event is expected twice, and late.
  await service.tell([...everything, ...everything]);
});
afterAll(() => service.stop());

const read = (at: string, token = customer()) => service.get(at, token);
const one = async (id: number, token = customer()) => {
  const { status, body } = await read(`${path}/${id}`, token);
  return { status, ...(body as { response?: object }).response };
};
const listed = async (query: string, token = customer()) => {
  const { body } = await read(`${path}${query}`, token);
  const { data, pagination } = (body as { response: { data: { id: string }[]; pagination: { total: number } } })
    .response;
  return { ids: data.map(({ id }) => Number(id)), total: pagination.total };
};

describe('a withdrawal as an invoice', () => {
  it('says where the coins go before it says how many', async () => {
    expect(await one(50_101)).toMatchObject({
      id: '50101',
      type: 'WITHDRAWAL',
      status: 'WAITING_PAYMENT',
      amount: 10.5,
      currency: 'BRL',
      gateway: 'NOWPAYMENTS',
      user_id: olga,
      external_reference: '',
      withdrawal_id: waiting.withdrawalId,
      payment_id: null,
      charge_id: null,
      payment_method: 'CRYPTO',
      paid_at: null,
      payment_details: {
        pay_address: '0x2f1c5a9e7b3d4c6f8a0b1c2d3e4f5a6b7c8d9e0f',
        qr_code: null,
        expires_at: null,
        pay_currency: 'USDTBSC',
        fiat_currency: 'BRL',
      },
    });
  });

  it.each([
    ['CONFIRMING', 50_102, { received_amount: 0, paid_at: null }],
    ['PAID', 50_103, { received_amount: 500, paid_at: '2026-11-21T15:04:09.000Z', external_reference: 'salary' }],
    ['FAILED', 50_104, { received_amount: 0, paid_at: null }],
  ])('is %s', async (status, id, expected) => {
    expect(await one(id)).toMatchObject({ status, type: 'WITHDRAWAL', amount: 500, ...expected });
  });

  it('tells the amount of coins once the provider has taken it on', async () => {
    expect(await one(50_103)).toMatchObject({
      payment_details: { pay_address: 'TXYZ9a8b7c6d5e4f', pay_amount: '91.24' },
    });
  });

  it('is its owner’s and for staff', async () => {
    expect([(await one(60_101)).status, (await one(60_101, customer(eve))).status]).toEqual([404, 'WAITING_PAYMENT']);
    expect(await one(60_101, staff)).toMatchObject({ user_id: eve });
  });
});

describe('withdrawals in the list', () => {
  it.each([
    ['?type=WITHDRAWAL&orderBy=createdAt.ASC', [50_101, 50_102, 50_103, 50_104]],
    ['?type=payment', [50_001]],
    ['?type=WITHDRAWAL&status=PAID', [50_103]],
    ['?status=FAILED', [50_104]],
    ['?gateway=NOWPAYMENTS&status=confirming', [50_102]],
    ['?query=salary', [50_103]],
    ['?query=txyz9A8', [50_103]],
    ['?query=5010&type=WITHDRAWAL&status=WAITING_PAYMENT', [50_101]],
    ['?query=5000000713&status=PAID', [50_103]],
    ['?type=WITHDRAWAL&start_date=2026-11-22', []],
    ['?type=WITHDRAWAL&end_date=2026-11-21&status=PAID', [50_103]],
  ])('%s finds %j', async (query, ids) => {
    const found = await listed(query);

    expect([...found.ids].sort()).toEqual(ids);
    expect(found.total).toBe(ids.length);
  });

  it('stand with payments in every order', async () => {
    expect((await listed('?orderBy=amount.ASC')).ids.slice(0, 2)).toEqual([50_101, 50_001]);
    expect((await listed('?orderBy=createdAt.ASC')).ids[0]).toBe(50_001);
    expect((await listed('?orderBy=updatedAt.ASC')).ids.slice(0, 3)).toEqual([50_001, 50_101, 50_102]);
    expect((await listed('?orderBy=status.ASC')).ids.slice(0, 3)).toEqual([50_102, 50_104, 50_103]);
  });

  it('are everybody’s for staff', async () => {
    expect(await listed('?type=WITHDRAWAL', staff)).toMatchObject({ total: 5 });
    expect(await listed(`?type=WITHDRAWAL&user_id=${eve}`, staff)).toEqual({ ids: [60_101], total: 1 });
  });
});

describe('a rebuild', () => {
  it('leads to the same withdrawals, counts and stories', async () => {
    const live = await service.contents();
    expect(await service.rebuild({ isVerify: true })).toMatchObject(views.map(() => ({ drift: [] })));

    await service.rebuild();

    expect(await service.contents()).toEqual(live);
    expect(live['invoices']).toHaveLength(6);
  });
});
