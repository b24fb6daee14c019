import { randomIds } from '@repasse/chassis/ids';
import { type AnyEvent, type EventData } from '@repasse/contracts';
import { event, olga } from './support/events';
import { startService, tokenOf, type RunningService } from './support/running-service';

type Method = EventData['repasse.refund.settled.v1']['paymentMethod'];

let service: RunningService;
beforeAll(async () => {
  service = await startService('refunded_invoice');
});
afterAll(() => service.stop());

const methods: readonly (readonly [Method, number])[] = [
  ['PIX', 53_010],
  ['CREDIT_CARD', 53_020],
  ['INTERNATIONAL', 53_030],
  ['CRYPTO', 53_040],
];

/** A payment of 100.00 that was received in two parts, and what has gone back of it since. */
const story = (paymentMethod: Method, invoiceId: number, refundedMinor: readonly number[]): AnyEvent[] => {
  const paymentId = `pay_${randomIds.ulid()}`;
  const common = { paymentId, invoiceId, userId: olga, paymentMethod };
  const at = (position: number) => ({ key: paymentId, position, at: `0${position}.000` });
  const received = [2, 3].map((position) =>
    event('repasse.payment.received.v1', { ...at(position), data: { ...common, amountMinor: 5_000 } }),
  );
  const refunds = refundedMinor.map((amountMinor, index) =>
    event('repasse.refund.settled.v1', { ...at(index + 4), data: { ...common, amountMinor } }),
  );
  return [event('repasse.payment.requested.v1', { ...at(1), data: common }), ...received, ...refunds];
};

const statusOf = async (invoiceId: number) => {
  const { body } = await service.get(
    `/invoices/payment-gateway/${invoiceId}`,
    tokenOf(olga, 'CUSTOMER', 'invoices:read'),
  );
  const { status, refunded_amount: refunded } = (body as { response: Record<string, unknown> }).response;
  return { status, refunded };
};

describe.each(methods)('an invoice paid by %s', (method, firstId) => {
  it.each([
    [[], 'PAID', 0],
    [[4_000], 'PAID', 40],
    [[4_000, 5_999], 'PAID', 99.99],
    [[10_000], 'REFUNDED', 100],
    [[4_000, 5_999, 1], 'REFUNDED', 100],
  ])('with %j gone back is %s', async (refundedMinor, status, refunded) => {
    const invoiceId = firstId + refundedMinor.length + (refunded === 100 ? 5 : 0);
    const events = story(method, invoiceId, refundedMinor);
    await service.tell([...events, ...events]);

    expect(await statusOf(invoiceId)).toEqual({ status, refunded });
  });
});
