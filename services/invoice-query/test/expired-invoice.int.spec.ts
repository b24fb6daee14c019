import { randomIds } from '@repasse/chassis/ids';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { event, olga } from './support/events';
import { startService, tokenOf, type RunningService } from './support/running-service';

const clock = fakeClock('2026-11-21T12:10:00.000Z');
const path = '/invoices/payment-gateway';
const token = tokenOf(olga, 'CUSTOMER', 'invoices:read');
let service: RunningService;

interface Page {
  readonly data: readonly { readonly id: string; readonly status: string }[];
  readonly pagination: { readonly total: number };
}

/** A payment that is offered and never paid; `isEnded` where an event has said so. */
const offered = (invoiceId: number, expiresAt: string, isEnded = false) => {
  const paymentId = `pay_${randomIds.ulid()}`;
  const data = { paymentId, invoiceId, userId: olga, chargeId: null, attemptId: null };
  return [
    event('repasse.payment.requested.v1', { key: paymentId, position: 1, at: '01.000', data }),
    event('repasse.payment.offered.v1', { key: paymentId, position: 2, at: '02.000', data: { ...data, expiresAt } }),
    ...(isEnded ? [event('repasse.payment.expired.v1', { key: paymentId, position: 3, at: '03.000', data })] : []),
  ];
};

beforeAll(async () => {
  service = await startService('expired invoice', clock);
  await service.tell([
    ...offered(50_001, '2026-11-21T12:10:00.000Z'),
    ...offered(50_002, '2026-11-21T12:10:00.001Z'),
    ...offered(50_003, '2026-11-21T12:00:03.000Z', true),
  ]);
});
afterAll(() => service.stop());

const page = async (query: string): Promise<Page> =>
  ((await service.get(`${path}?${query}`, token)).body as { response: Page }).response;
const listed = async (query: string) => {
  const { data, pagination } = await page(query);
  return { ids: data.map(({ id, status }) => `${id} ${status}`), total: pagination.total };
};

describe('an invoice from its expires_at on, before an event says that it has ended', () => {
  it('is EXPIRED by its number', async () => {
    expect((await service.get(`${path}/50001`, token)).body).toMatchObject({ response: { status: 'EXPIRED' } });
    expect((await service.get(`${path}/50002`, token)).body).toMatchObject({ response: { status: 'WAITING_PAYMENT' } });
  });

  it.each([
    '',
    '&orderBy=status.ASC',
    '&orderBy=amount.DESC',
    '&start_date=2026-11-21&end_date=2026-11-21',
    '&start_date=2026-11-21T00:00:00Z&end_date=2026-11-21T23:00:00Z',
    '&query=5000',
  ])('is found among the expired and not among the waiting%s', async (more) => {
    const expired = await listed(`status=EXPIRED${more}`);
    expect([...expired.ids].sort()).toEqual(['50001 EXPIRED', '50003 EXPIRED']);
    expect(expired.total).toBe(2);
    expect(await listed(`status=WAITING_PAYMENT${more}`)).toEqual({ ids: ['50002 WAITING_PAYMENT'], total: 1 });
  });

  it('is on the page it is counted on', async () => {
    expect((await listed('status=EXPIRED&quantityPerPage=1&page=2')).ids).toHaveLength(1);
    expect((await listed('status=EXPIRED&quantityPerPage=1&page=3')).ids).toEqual([]);
  });
});
