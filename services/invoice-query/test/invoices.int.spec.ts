import { randomIds } from '@repasse/chassis/ids';
import { type AnyEvent, type EventData } from '@repasse/contracts';
import { views } from '../src/projections/all-projections';
import { event, eve, olga } from './support/events';
import { startService, tokenOf, type RunningService } from './support/running-service';

const path = '/invoices/payment-gateway';
const customer = (userId = olga) => tokenOf(userId, 'CUSTOMER', 'invoices:read');
const staff = (profile: 'ADMIN' | 'OPERATOR' = 'OPERATOR') => tokenOf(1, profile, 'invoices:read');

interface Page {
  readonly data: readonly { readonly id: string; readonly status: string; readonly amount: number }[];
  readonly pagination: { readonly total: number; readonly totalPages: number };
}

let service: RunningService;

type Requested = Partial<EventData['repasse.payment.requested.v1']>;
type Then = 'paid' | 'paid in part' | 'refunded' | 'expired' | 'waiting';

/** A payment requested in some minute, and its later events. */
const invoice = (invoiceId: number, minute: string, then: Then, data: Requested = {}): AnyEvent[] => {
  const paymentId = `pay_${randomIds.ulid()}`;
  const { userId = olga, provider = 'PIX_BCB', paymentMethod = 'PIX' } = data;
  const common = { paymentId, invoiceId, userId, provider, paymentMethod, chargeId: null, attemptId: null };
  const at = `${minute}.000`;
  const of = <T extends AnyEvent['type']>(type: T, position: number, change: Partial<EventData[T]>) =>
    event(type, { key: paymentId, position, at, data: { ...common, ...change } });
  const amountMinor = data.amountMinor ?? 10_000;
  const receive = (receivedMinor: number) =>
    of('repasse.payment.received.v1', 2, { amountMinor: receivedMinor, expectedAmountMinor: amountMinor });
  const became: Record<Then, AnyEvent[]> = {
    waiting: [],
    expired: [of('repasse.payment.expired.v1', 2, { amountMinor })],
    paid: [receive(amountMinor)],
    'paid in part': [receive(amountMinor - 1)],
    refunded: [receive(amountMinor), of('repasse.refund.settled.v1', 3, { amountMinor })],
  };
  return [of('repasse.payment.requested.v1', 1, { ...data, amountMinor }), ...became[then]];
};

beforeAll(async () => {
  service = await startService('invoices');
  await service.tell([
    ...invoice(50_001, '01', 'paid', { externalReference: 'order-100%' }),
    ...invoice(50_002, '02', 'paid in part', { amountMinor: 5_050, externalReference: 'Order-4711' }),
    ...invoice(50_003, '03', 'refunded', { provider: 'CIELO', paymentMethod: 'CREDIT_CARD', externalReference: null }),
    ...invoice(50_004, '04', 'expired', { amountMinor: 20_000, externalReference: 'x' }),
    ...invoice(50_005, '05', 'waiting', { paymentMethod: 'CRYPTO', provider: 'NOWPAYMENTS', externalReference: 'btc' }),
    ...invoice(60_001, '06', 'paid', { userId: eve, amountMinor: 2 }),
  ]);
});
afterAll(() => service.stop());

const listed = async (query = '', token = customer()): Promise<Page> => {
  const answer = await service.get(`${path}${query}`, token);
  expect(answer).toMatchObject({ status: 200, body: { status: 200, code: 'success' } });
  return (answer.body as { response: Page }).response;
};
const idsOf = async (query: string, token = customer()) => (await listed(query, token)).data.map(({ id }) => id);

describe('GET /invoices/payment-gateway', () => {
  it('lists the caller’s invoices, newest first', async () => {
    const { data, pagination } = await listed();

    expect(data.map(({ id, status, amount }) => [id, status, amount])).toEqual([
      ['50005', 'WAITING_PAYMENT', 100],
      ['50004', 'EXPIRED', 200],
      ['50003', 'REFUNDED', 100],
      ['50002', 'PARTIALLY_PAID', 50.5],
      ['50001', 'PAID', 100],
    ]);
    expect(pagination).toEqual({ page: 1, quantityPerPage: 10, total: 5, totalPages: 1 });
  });

  it.each([
    ['?type=payment', ['50005', '50004', '50003', '50002', '50001']],
    ['?type=WITHDRAWAL', []],
    ['?status=PAID', ['50001']],
    ['?status=partially_paid', ['50002']],
    ['?status=CANCELED', []],
    ['?gateway=CIELO', ['50003']],
    ['?gateway=pix_bcb', ['50004', '50002', '50001']],
    ['?gateway=nobody', []],
    ['?start_date=2026-11-21T12:00:03Z', ['50005', '50004', '50003']],
    ['?end_date=2026-11-21T09:00:02.000-03:00', ['50002', '50001']],
    ['?start_date=2026-11-21T12:00:02Z&end_date=2026-11-21T12:00:03Z', ['50003', '50002']],
    ['?start_date=2026-11-21&end_date=2026-11-21', ['50005', '50004', '50003', '50002', '50001']],
    ['?end_date=2026-11-20', []],
    ['?start_date=1900-01-01&end_date=9999-12-31', ['50005', '50004', '50003', '50002', '50001']],
    ['?start_date=9999-12-31T23:59:59.999Z', []],
    ['?start_date=2026-11-21T09:00:02-03', ['50005', '50004', '50003', '50002']],
    ['?query=ORDER', ['50002', '50001']],
    ['?query=order-100%25', ['50001']],
    ['?query=r-1__', []],
    ['?query=rder-4711', ['50002']],
    ['?query=%20R-4711%20', ['50002']],
    ['?query=reorder-4711', []],
    ['?query=order-4712', []],
    ['?query=5000', ['50005', '50004', '50003', '50002', '50001']],
    ['?query=X', ['50004']],
    ['?query=50', []],
    ['?amount=50.50', ['50002']],
    ['?amount=100.00&start_date=2026-11-21T12:00:02Z&end_date=2026-11-21T12:00:04Z', ['50003']],
    ['?amount=100.00&start_date=2026-11-22', []],
    ['?amount=100.00&query=btc', ['50005']],
    ['?amount=0.02', []],
    ['?status=PAID&gateway=CIELO', []],
    ['?status=REFUNDED&gateway=CIELO&query=50003', ['50003']],
    ['?orderBy=createdAt.ASC', ['50001', '50002', '50003', '50004', '50005']],
    ['?orderBy=updatedAt.DESC', ['50005', '50004', '50003', '50002', '50001']],
    ['?orderBy=status.ASC', ['50004', '50001', '50002', '50003', '50005']],
    ['?page=2&quantityPerPage=2', ['50003', '50002']],
    ['?page=9', []],
    ['?page=1000000', []],
    ['?page=1000000&query=order', []],
    ['?page=1000&orderBy=amount.ASC', []],
  ])('%s finds %j', async (query, ids) => {
    expect(await idsOf(query)).toEqual(ids);
  });

  it('orders by amount', async () => {
    const amounts = async (query: string) => (await listed(query)).data.map(({ amount }) => amount);

    expect(await amounts('?orderBy=amount.ASC')).toEqual([50.5, 100, 100, 100, 200]);
    expect(await amounts('?orderBy=amount.desc')).toEqual([200, 100, 100, 100, 50.5]);
  });

  it('counts all pages, whatever narrows the list', async () => {
    const totalOf = async (query: string) => (await listed(query)).pagination;

    expect(await totalOf('?quantityPerPage=2')).toMatchObject({ total: 5, totalPages: 3 });
    expect(await totalOf('?gateway=PIX_BCB&quantityPerPage=1')).toMatchObject({ total: 3, totalPages: 3 });
    expect(await totalOf('?query=order&quantityPerPage=1')).toMatchObject({ total: 2, totalPages: 2 });
  });

  it('shows staff all, or those of the named user', async () => {
    expect(await idsOf('', staff('ADMIN'))).toEqual(['60001', '50005', '50004', '50003', '50002', '50001']);
    expect(await idsOf(`?user_id=${eve}`, staff())).toEqual(['60001']);
    expect(await idsOf('?status=PAID', staff())).toEqual(['60001', '50001']);
    expect(await idsOf('', customer(eve))).toEqual(['60001']);
  });

  it.each([
    ['another user’s user_id', `?user_id=${eve}`, () => customer(), 403],
    ['a key without the scope', '', () => tokenOf(olga), 403],
    ['no token', '', () => undefined, 401],
    ['a page before the first', '?page=0', () => customer(), 400],
    ['a page too far down in another order', '?page=1001&orderBy=amount.ASC', () => customer(), 400],
    ['a page too far down a period', '?page=101&quantityPerPage=100&end_date=2026-11-21', () => customer(), 400],
    ['too many rows', '?quantityPerPage=101', () => customer(), 400],
    ['an unknown order', '?orderBy=userId.ASC', () => customer(), 400],
    ['an unknown type', '?type=REFUND', () => customer(), 400],
    ['an unknown status', '?status=DONE', () => customer(), 400],
    ['a day before there were any', '?start_date=0000-01-01', () => customer(), 400],
    ['a day that is none', '?start_date=2026-02-31', () => customer(), 400],
    ['a moment without its offset', '?end_date=2026-02-01T00:00:00', () => customer(), 400],
  ])('refuses %s', async (_what, query, token, status) => {
    const answer = await service.get(`${path}${query}`, token());

    expect(answer.status).toBe(status);
  });

  it('names all faults at once', async () => {
    const { body } = await service.get(`${path}?type=x&status=y&start_date=z&page=0`, customer());

    expect((body as { errors: { field: string }[] }).errors.map(({ field }) => field).sort()).toEqual([
      'page',
      'start_date',
      'status',
      'type',
    ]);
  });
});

describe('GET /invoices/payment-gateway/{id}', () => {
  const one = (id: string, token = customer()) => service.get(`${path}/${id}`, token);

  it('shows an invoice in its envelope', async () => {
    expect(await one('50005')).toMatchObject({
      status: 200,
      body: {
        status: 200,
        code: 'success',
        response: {
          id: '50005',
          type: 'PAYMENT',
          status: 'WAITING_PAYMENT',
          amount: 100,
          currency: 'BRL',
          gateway: 'NOWPAYMENTS',
          user_id: olga,
          external_reference: 'btc',
          payment_details: { fiat_currency: 'BRL', expires_at: null },
          paid_at: null,
        },
      },
    });
    expect((await one('50003', staff())).body).toMatchObject({
      response: { status: 'REFUNDED', received_amount: 100, refunded_amount: 100, external_reference: '' },
    });
  });

  it.each([
    ['another merchant’s', '60001'],
    ['one that is not there', '70001'],
    ['what cannot be an id', '50001.0'],
    ['a number that is too long', '9'.repeat(20)],
  ])('is 404 for %s', async (_what, id) => {
    expect(await one(id)).toMatchObject({ status: 404, body: { code: 'invoice.not_found' } });
  });
});

describe('the counts', () => {
  it('are those of the rows, and a rebuild leads to the same', async () => {
    const counted = await service.db.query(
      `select user_id, invoice_type, provider, invoice_status, count(*) as invoices from invoices
       group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    );

    expect(await service.db.query('select * from invoice_counts order by 1, 2, 3, 4')).toEqual(counted);
    expect(await service.rebuild({ isVerify: true })).toMatchObject(views.map(() => ({ drift: [] })));
    await service.rebuild();
    expect(await service.db.query('select * from invoice_counts order by 1, 2, 3, 4')).toEqual(counted);
  });
});

describe('a search', () => {
  it('finds an invoice by every id that it shows', async () => {
    const [sam, ulid] = [1777, randomIds.ulid()];
    const [paymentId, chargeId, attemptId] = [`pay_${ulid}`, `ch_${randomIds.ulid()}`, `att_${ulid}`];
    const data = { paymentId, invoiceId: 70_001, userId: sam, chargeId, attemptId, externalReference: 'sam-1' };
    const crypto = {
      ...{
        payAddress: '0xAbC123',
        payAmount: '1.5',
        payCurrency: 'USDTBSC',
        network: 'bsc',
        memo: null,
        uri: 'ethereum:0xAbC123',
      },
    };
    const of = (position: number) => ({ key: paymentId, position, at: `0${position}.000` });
    await service.tell([
      event('repasse.payment.requested.v1', { ...of(1), data }),
      event('repasse.payment.offered.v1', { ...of(2), data: { ...data, providerReference: ulid, crypto } }),
    ]);
    for (const text of ['70001', paymentId, chargeId, attemptId, 'sam-1', ulid, '0xAbC123', chargeId.toLowerCase()]) {
      expect([text, await idsOf(`?query=${text}`, customer(sam))]).toEqual([text, ['70001']]);
      expect(await idsOf(`?query=${text}`)).toEqual([]);
    }
    expect(await idsOf(`?query=${chargeId.slice(0, 20)}`, customer(sam))).toEqual([]);
  });
});
