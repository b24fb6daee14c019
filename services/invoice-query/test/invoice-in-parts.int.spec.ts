import { randomIds } from '@repasse/chassis/ids';
import { type AnyEvent, type EventData, type EventType } from '@repasse/contracts';
import { views } from '../src/projections/all-projections';
import { event, olga } from './support/events';
import { startService, tokenOf, type RunningService } from './support/running-service';

let service: RunningService;
beforeAll(async () => {
  service = await startService('invoice_in_parts');
});
afterAll(() => service.stop());

let lastInvoiceId = 57_000;

/** A payment of 100.00 by PIX of which less comes. */
const part = (chargeId: string, amountMinor: number, second: number) => {
  const paymentId = `pay_${randomIds.ulid()}`;
  const invoiceId = (lastInvoiceId += 1);
  const common = { paymentId, invoiceId, chargeId, userId: olga };
  const payment = (type: EventType, position: number, data: object = {}): AnyEvent =>
    event(type, { key: paymentId, position, at: `0${second}.${position}00`, data: { ...common, ...data } });
  const receivedAt = `2026-11-21T12:00:0${second}.000Z`;
  const received = { amountMinor, expectedAmountMinor: 10_000, receivedAt, providerReference: `E${invoiceId}` };
  return {
    ...{ paymentId, invoiceId, receivedAt },
    events: [payment('repasse.payment.requested.v1', 1), payment('repasse.payment.received.v1', 2, received)],
    refund: payment('repasse.refund.settled.v1', 3, { amountMinor }),
  };
};

type Handling = EventData['repasse.charge.surplus_resolved.v1']['handling'];

/** Two parts of one charge: the first was held, the second pays the charge with it. */
const story = (handling: Handling = 'APPLY') => {
  const chargeId = `ch_${randomIds.ulid()}`;
  const [first, second] = [part(chargeId, 4_000, 1), part(chargeId, 6_000, 2)];
  const at = (position: number) => ({ key: chargeId, position, at: `03.${position}00` });
  const of = ({ paymentId, invoiceId }: typeof first) => ({ chargeId, paymentId, invoiceId, userId: olga });
  const held = { chargeId, paymentId: first.paymentId, userId: olga, handling };
  const resolved = event('repasse.charge.surplus_resolved.v1', { ...at(1), data: held });
  const paid = event('repasse.charge.paid.v1', { ...at(2), data: of(second) });
  return { first, second, charge: [resolved, paid], resolved, paid };
};

type Story = ReturnType<typeof story>;

const read = async (path: string) =>
  (
    (await service.get(`/invoices/payment-gateway${path}`, tokenOf(olga, 'CUSTOMER', 'invoices:read'))).body as {
      response: Record<string, unknown>;
    }
  ).response;

const expectNoDrift = async () =>
  expect(await service.rebuild({ isVerify: true })).toMatchObject(views.map(() => ({ drift: [] })));

describe('the invoices of a charge that was paid in parts', () => {
  const orders: readonly (readonly [string, (told: Story) => readonly (readonly AnyEvent[])[]])[] = [
    ['payments first', ({ first, second, charge }) => [[...first.events, ...second.events], charge]],
    ['the charge first', ({ first, second, charge }) => [charge, [...first.events, ...second.events]]],
    ['all at once', ({ first, second, charge }) => [[...first.events, ...charge, ...second.events]]],
    [
      'one by one, the charge between them',
      ({ first, second, resolved, paid }) =>
        [...first.events, resolved, second.events[0]!, paid, second.events[1]!].map((each) => [each]),
    ],
    [
      'all of them twice',
      ({ first, second, charge }) => [first.events, charge, [...first.events, ...charge, ...second.events], charge],
    ],
  ];

  it.each(orders)('are PAID when their events come with %s', async (_how, batchesOf) => {
    const told = story();
    for (const batch of batchesOf(told)) await service.tell(batch);

    for (const { invoiceId, receivedAt } of [told.first, told.second]) {
      expect(await read(`/${invoiceId}`)).toMatchObject({
        ...{ status: 'PAID', paid_at: receivedAt, amount: 100 },
        // When the charge's events said so.
        updatedAt: expect.stringMatching(/^2026-11-21T12:00:03\.[12]00Z$/),
      });
    }
    await expectNoDrift();
  });

  it('are counted and listed as PAID, and no longer as PARTIALLY_PAID', async () => {
    const totalOf = async (status: string) => {
      const { pagination } = await read(`?status=${status}&start_date=2026-11-21`);
      return (pagination as { total: number }).total;
    };
    const { first, second, charge } = story();
    await service.tell([...first.events, ...second.events]);
    const [partly, paid] = [await totalOf('PARTIALLY_PAID'), await totalOf('PAID')];

    await service.tell(charge);

    expect([await totalOf('PARTIALLY_PAID'), await totalOf('PAID')]).toEqual([partly - 2, paid + 2]);
    await expectNoDrift();
  });

  it('are REFUNDED once their money has gone back', async () => {
    const { first, second, charge } = story();
    await service.tell([...first.events, ...second.events, ...charge, first.refund]);

    expect(await read(`/${first.invoiceId}`)).toMatchObject({ status: 'REFUNDED', refunded_amount: 40 });
    expect(await read(`/${second.invoiceId}`)).toMatchObject({ status: 'PAID', refunded_amount: 0 });
    await expectNoDrift();
  });

  it('are built alike from the archive', async () => {
    const live = await service.contents();
    await service.rebuild();
    expect(await service.contents()).toEqual(live);
  });
});

it('an invoice whose part the merchant accepted for the whole is PAID', async () => {
  const { first, paid } = story();
  const whole = event('repasse.charge.paid.v1', {
    ...{ key: paid.subject, position: 1, at: '03.400' },
    data: { paymentId: first.paymentId, invoiceId: first.invoiceId, userId: olga, statusReason: 'UNDERPAID' },
  });
  await service.tell([...first.events, whole]);

  expect(await read(`/${first.invoiceId}`)).toMatchObject({ status: 'PAID', received_amount: 40 });
  await expectNoDrift();
});

it.each<Handling>(['REFUND', 'ACCEPT'])('a part that pays no charge (%s) stays PARTIALLY_PAID', async (handling) => {
  const { first, second, charge } = story(handling);
  await service.tell([...charge, ...first.events, ...second.events]);

  expect(await read(`/${first.invoiceId}`)).toMatchObject({ status: 'PARTIALLY_PAID', paid_at: null });
  await expectNoDrift();
});
