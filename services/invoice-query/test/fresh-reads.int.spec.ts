import { randomIds } from '@repasse/chassis/ids';
import { event, eve, olga, paidStory } from './support/events';
import { startService, tokenOf, type RunningService } from './support/running-service';

const token = tokenOf(olga);
const invoices = tokenOf(olga, 'CUSTOMER', 'invoices:read');
let service: RunningService;

beforeAll(async () => {
  service = await startService('fresh reads');
  await service.tell(invoice(50_000));
});
afterAll(() => service.stop());

const invoice = (invoiceId: number) => {
  const paymentId = `pay_${randomIds.ulid()}`;
  const data = { paymentId, invoiceId, userId: olga, chargeId: null, attemptId: null };
  return [event('repasse.payment.requested.v1', { key: paymentId, position: 1, at: '01.000', data })];
};

it('a timeline that is asked for before its charge is known is answered when it has come', async () => {
  const story = paidStory();
  const asked = service.get(`/charge/${story.chargeId}/timeline`, token);
  await service.tell(story.inOrder);

  expect(await asked).toMatchObject({ status: 200, body: { chargeId: story.chargeId } });
});

it('an invoice that is asked for before it is known is answered when it has come', async () => {
  const asked = service.get('/invoices/payment-gateway/50001', invoices);
  const story = service.get('/invoices/50001/timeline', invoices);
  await service.tell(invoice(50_001));

  expect(await asked).toMatchObject({ status: 200, body: { response: { id: '50001' } } });
  expect(await story).toMatchObject({ status: 200, body: { invoiceId: 50_001 } });
});

it('an object that does not come is a 404 that may be repeated', async () => {
  const charge = await service.get(`/charge/ch_${randomIds.ulid()}/timeline`, token);
  expect(charge).toMatchObject({ status: 404, body: { code: 'charge.not_found', retryable: true } });

  const next = await service.get('/invoices/payment-gateway/50002', invoices);
  expect(next).toMatchObject({ status: 404, body: { code: 'invoice.not_found', retryable: true } });
});

it.each([
  ['a charge of last year', '/charge/ch_01JAAAAAAAAAAAAAAAAAAAAAAA/timeline', token],
  ['an id that is none', '/charge/ch_1/timeline', token],
  ['a number that was given out long ago', '/invoices/payment-gateway/7', invoices],
  ['a number that is far from being given out', '/invoices/payment-gateway/90000000', invoices],
])('%s is not waited for', async (_what, path, as) => {
  const { status, body } = await service.get(path, as);
  expect(status).toBe(404);
  expect(body).not.toHaveProperty('retryable');
});

it('a caller does not wait for an object they may not see', async () => {
  const story = paidStory(eve);
  await service.tell(story.inOrder);
  const { status, body } = await service.get(`/charge/${story.chargeId}/timeline`, token);
  expect(status).toBe(404);
  expect(body).not.toHaveProperty('retryable');
});
