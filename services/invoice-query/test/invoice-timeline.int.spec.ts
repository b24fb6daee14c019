import { randomIds } from '@repasse/chassis/ids';
import { type AnyEvent, type EventData, type EventType } from '@repasse/contracts';
import { event, eve, olga } from './support/events';
import { startService, tokenOf, type RunningService } from './support/running-service';
import { withdrawalStory } from './support/withdrawals';

const customer = (userId = olga) => tokenOf(userId, 'CUSTOMER', 'invoices:read');

let service: RunningService;
beforeAll(async () => {
  service = await startService('invoice_timeline');
});
afterAll(() => service.stop());

const answerOf = (id: number | string, token: string | undefined = customer(), query = '') =>
  service.get(`/invoices/${id}/timeline${query}`, token);

interface Timeline {
  readonly chargeId: string | null;
  readonly entries: readonly { readonly type: string; readonly text: string; readonly at: string }[];
}

const timelineOf = async (id: number, query = ''): Promise<Timeline> => {
  const { status, body } = await answerOf(id, customer(), query);
  expect(status).toBe(200);
  return body as Timeline;
};
const typesOf = async (id: number, query = '') => (await timelineOf(id, query)).entries.map(({ type }) => type);
const toldTypes = (events: readonly AnyEvent[]) => events.map(({ type }) => type);

/** A payment's life, one event a second. */
const paymentStory = (
  facts: Partial<EventData['repasse.payment.requested.v1']> & { readonly invoiceId: number },
  types: readonly EventType[],
): AnyEvent[] => {
  const paymentId = `pay_${randomIds.ulid()}`;
  const data = { paymentId, userId: olga, ...facts };
  return types.map((type, index) =>
    event(type, { key: paymentId, position: index + 1, at: `1${index}.000`, data: data }),
  );
};

const standalone = { chargeId: null, attemptId: null };

describe('the timeline of an invoice', () => {
  it('shows the payment’s own events, and links to the charge’s', async () => {
    const chargeId = `ch_${randomIds.ulid()}`;
    const payment = paymentStory({ invoiceId: 51_001, chargeId }, [
      'repasse.payment.requested.v1',
      'repasse.payment.offered.v1',
      'repasse.payment.received.v1',
      'repasse.refund.requested.v1',
      'repasse.refund.settled.v1',
      'repasse.dispute.opened.v1',
    ]);
    const created = event('repasse.charge.created.v1', {
      key: chargeId,
      position: 1,
      at: '00.000',
      data: { chargeId, userId: olga },
    });
    const paymentId = payment[0]!.subject;
    const paid = event('repasse.charge.paid.v1', {
      key: chargeId,
      position: 2,
      at: '12.100',
      data: { chargeId, paymentId, userId: olga },
    });
    await service.tell([created, paid, ...payment]);

    const timeline = await timelineOf(51_001);

    expect(timeline).toMatchObject({
      invoiceId: 51_001,
      type: 'PAYMENT',
      paymentId,
      withdrawalId: null,
      chargeId,
      chargeTimeline: `/charge/${chargeId}/timeline`,
    });
    expect(timeline.entries.map(({ type }) => type)).toEqual(toldTypes(payment));
    expect(timeline.entries.map(({ text }) => text)).toContain('The provider received 100.00 BRL.');
  });

  it.each<[string, number, Partial<EventData['repasse.payment.requested.v1']>, EventType[]]>([
    [
      'a payment without a charge',
      51_002,
      {},
      ['repasse.payment.requested.v1', 'repasse.payment.offered.v1', 'repasse.payment.expired.v1'],
    ],
    [
      'coins',
      51_003,
      { paymentMethod: 'CRYPTO', provider: 'NOWPAYMENTS' },
      [
        'repasse.payment.requested.v1',
        'repasse.payment.offered.v1',
        'repasse.payment.partially_received.v1',
        'repasse.payment.confirming.v1',
        'repasse.payment.received.v1',
      ],
    ],
  ])('tells the story of %s', async (_what, invoiceId, facts, types) => {
    await service.tell(paymentStory({ invoiceId, ...standalone, ...facts }, types));

    expect(await timelineOf(invoiceId)).toMatchObject({ chargeId: null, chargeTimeline: null });
    expect(await typesOf(invoiceId)).toEqual(types);
  });

  it('shows a withdrawal from its request to its booking, whatever the order of clocks and topics', async () => {
    const { asked, taken, paid, withdrawalId } = withdrawalStory({ invoiceId: 51_004 });
    const [settled, booked] = paid;
    // The ledger's clock is behind the gateway's.
    const early = { ...booked!, time: '2026-11-21T12:00:31.000Z' };
    await service.tell([early, settled!, ...taken, ...[...asked].reverse()].sort((a, b) => a.position - b.position));

    expect(await timelineOf(51_004)).toMatchObject({ type: 'WITHDRAWAL', withdrawalId, paymentId: null });
    expect(await typesOf(51_004)).toEqual(toldTypes([...asked, ...taken, ...paid]));
  });

  it('shows why nothing was paid out', async () => {
    const { asked, failed } = withdrawalStory({ invoiceId: 51_005 });
    await service.tell([...asked, ...failed]);

    expect((await timelineOf(51_005)).entries.map(({ text }) => text)).toEqual([
      'A withdrawal of 500.00 BRL in USDTBSC was asked for; the money has left the available balance.',
      'The provider will be asked to pay 500.00 BRL out in USDTBSC to 0x2f1c5a9e7b3d4c6f8a0b1c2d3e4f5a6b7c8d9e0f.',
      'Nothing was paid out. The provider says: Invalid payout address.',
      'Booked in the ledger: 500.00 BRL are available to user 1001 again.',
    ]);
  });

  it('can be asked for as of a moment', async () => {
    const { asked, taken, paid } = withdrawalStory({ invoiceId: 51_006 });
    await service.tell([...asked, ...taken, ...paid]);

    expect(await typesOf(51_006, '?at=2026-11-21T12:00:32Z')).toEqual(toldTypes([...asked, ...taken]));
    expect(await typesOf(51_006, '?at=2026-11-21T09:00:40.000-03:00')).toHaveLength(4);
    expect(await typesOf(51_006, '?at=2026-11-21T11:59:59Z')).toEqual([]);
  });
});

describe('a caller of an invoice’s timeline', () => {
  beforeAll(async () => {
    const { asked } = withdrawalStory({ invoiceId: 52_001 });
    await service.tell(asked);
  });

  it.each([
    ['its owner', () => customer(), 200],
    ['an operator', () => tokenOf(1, 'OPERATOR', 'invoices:read'), 200],
    ['an admin', () => tokenOf(1, 'ADMIN', 'invoices:read'), 200],
    ['another merchant', () => customer(eve), 404],
    ['a key without the scope', () => tokenOf(olga), 403],
    ['a forged token', () => 'forged', 401],
  ])('is answered as %s should be', async (_who, token, status) => {
    expect((await answerOf(52_001, token())).status).toBe(status);
  });

  it.each([
    ['an unknown number', '52999'],
    ['text that is no number', '52001.0'],
    ['a word of a path beside it', 'payment-gateway'],
  ])('is told that there is no invoice for %s', async (_what, id) => {
    const answer = await service.get(`/invoices/${id}/timeline`, customer());
    expect(answer).toMatchObject({ status: 404, body: { code: 'invoice.not_found' } });
  });

  it('is refused when the requested moment is none', async () => {
    expect(await answerOf(52_001, customer(), '?at=noon')).toMatchObject({ status: 400 });
  });
});
