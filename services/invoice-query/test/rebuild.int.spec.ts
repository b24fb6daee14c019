import { callAdmin } from '@repasse/chassis/testing/admin-call';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type EventType } from '@repasse/contracts';
import { program } from '../src/admin';
import { views } from '../src/projections/all-projections';
import { event, paidStory } from './support/events';
import { startService, type RunningService } from './support/running-service';

let service: RunningService;
const stories = Array.from({ length: 40 }, () => paidStory());

beforeAll(async () => {
  service = await startService('rebuild');
  // Topics and charges arrive in an order of their own, which a rebuild must not depend on.
  await service.tell(stories.flatMap(({ webhook }) => webhook));
  await service.tell(stories.flatMap(({ payment }) => payment));
  await service.tell([...stories].reverse().flatMap(({ charge, settlement }) => [...settlement, ...charge]));
});
afterAll(() => service.stop());

describe('the views', () => {
  it('show charges and payments as their events left them', async () => {
    const [story] = stories;
    const [charge] = await service.db.query('select * from charges where charge_id = $1', [story!.chargeId]);
    const [payment] = await service.db.query('select * from invoices where subject_id = $1', [story!.paymentId]);

    expect(charge).toMatchObject({
      position: 3,
      status: 'PAID',
      status_reason: null,
      payment_method: 'PIX',
      gross_minor: 10_000,
      net_minor: 9_901,
      attempts_offered: 1,
      expires_at: '2026-11-22T12:00:00.000Z',
      created_at: '2026-11-21T12:00:00.000Z',
    });
    expect(payment).toMatchObject({
      position: 3,
      status: 'RECEIVED',
      amount_minor: 10_000,
      received_minor: 10_000,
      charge_id: story!.chargeId,
      invoice_id: 50_001,
      external_reference: 'order-4711',
    });
  });
});

describe('what adds up', () => {
  const { chargeId, paymentId, charge, payment } = paidStory();
  const [created, offered] = charge;
  const attempt = {
    chargeId,
    attemptId: 'att_01KAJ2E8V4N7Q0S6T3W9X5Y1Z9',
    paymentId: 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z9',
  };
  const offeredAgain = event('repasse.attempt.offered.v1', { key: chargeId, position: 3, at: '02.000', data: attempt });
  const receipts = [2, 3].map((position) =>
    event('repasse.payment.received.v1', {
      key: paymentId,
      position,
      at: `0${position}.000`,
      data: { chargeId, paymentId, amountMinor: 4_000 },
    }),
  );

  it.each([
    ['one by one', [[created], [offered], [offeredAgain], [payment[0]], [receipts[0]], [receipts[1]]]],
    ['again', [[created, offered, offeredAgain, payment[0], ...receipts]]],
  ])('is added up once when the events come %s', async (_how, batches) => {
    for (const batch of batches) await service.tell(batch.map((each) => each!));

    const [row] = await service.db.query('select * from charges where charge_id = $1', [chargeId]);
    expect(row).toMatchObject({ attempts_offered: 2, status: 'PENDING', position: 3 });
    const [received] = await service.db.query('select * from invoices where subject_id = $1', [paymentId]);
    expect(received).toMatchObject({ received_minor: 8_000, amount_minor: 10_000, status: 'RECEIVED', position: 3 });
    expect(await service.rebuild({ isVerify: true })).toMatchObject(views.map(() => ({ drift: [] })));
  });
});

describe('the rest of a charge’s life', () => {
  const story = (then: readonly (readonly [EventType, object])[]) => {
    const { chargeId, paymentId, charge, payment } = paidStory();
    const ofBoth = (type: EventType) => type.startsWith('repasse.charge.') || type.startsWith('repasse.attempt.');
    const events = then.map(([type, data], index) => {
      const key = ofBoth(type) ? chargeId : paymentId;
      return event(type, { key, position: 4 + index, at: `2${index}.000`, data: { chargeId, paymentId, ...data } });
    });
    return { chargeId, paymentId, before: [...charge, ...payment], events };
  };
  const chargeOf = async (chargeId: string) =>
    (await service.db.query('select * from charges where charge_id = $1', [chargeId]))[0];
  const paymentOf = async (paymentId: string) =>
    (await service.db.query('select * from invoices where subject_id = $1', [paymentId]))[0];

  it.each<[string, readonly (readonly [EventType, object])[], object]>([
    ['processing', [['repasse.charge.processing.v1', {}]], { status: 'PROCESSING' }],
    [
      'reopened',
      [
        ['repasse.charge.processing.v1', {}],
        ['repasse.charge.reopened.v1', {}],
      ],
      { status: 'PENDING' },
    ],
    ['expired', [['repasse.charge.expired.v1', {}]], { status: 'EXPIRED', status_reason: null }],
    ['canceled', [['repasse.charge.canceled.v1', {}]], { status: 'CANCELED', status_reason: 'CANCELED_BY_MERCHANT' }],
    ['failed', [['repasse.charge.failed.v1', { reason: 'DECLINED' }]], { status: 'FAILED', status_reason: 'DECLINED' }],
    [
      'refunded in part',
      [['repasse.charge.refunded.v1', { amountMinor: 4_000, refundedTotalMinor: 4_000 }]],
      { status: 'PAID', status_reason: 'PARTIALLY_REFUNDED', refunded_minor: 4_000 },
    ],
    [
      'refunded in full',
      [
        ['repasse.charge.refunded.v1', { amountMinor: 4_000, refundedTotalMinor: 4_000 }],
        ['repasse.charge.refunded.v1', { amountMinor: 6_000, refundedTotalMinor: 10_000, isFull: true }],
      ],
      { status: 'REFUNDED', status_reason: null, refunded_minor: 10_000 },
    ],
    [
      'paid twice, and given back what was too much',
      [
        ['repasse.charge.surplus_received.v1', { surplusAmountMinor: 10_000, statusReason: 'DUPLICATE' }],
        ['repasse.charge.surplus_refunded.v1', { amountMinor: 10_000 }],
      ],
      { status: 'PAID', status_reason: 'DUPLICATE', surplus_minor: 10_000, surplus_refunded_minor: 10_000 },
    ],
    [
      'canceled, and paid all the same',
      [
        ['repasse.charge.canceled.v1', {}],
        ['repasse.charge.surplus_received.v1', { statusReason: 'CANCELED' }],
      ],
      { status: 'CANCELED', status_reason: 'CANCELED_BY_MERCHANT', surplus_minor: 500 },
    ],
  ])('shows a charge that is %s, however its events come', async (_what, then, expected) => {
    const [one, other] = [story(then), story(then)];
    await service.tell([...one.before, ...one.events]);
    for (const each of [...other.before, ...other.events]) await service.tell([each]);

    expect(await chargeOf(one.chargeId)).toMatchObject(expected);
    expect(await chargeOf(other.chargeId)).toMatchObject(expected);
  });

  it.each<[string, readonly (readonly [EventType, object])[], object]>([
    ['paid', [], { status: 'RECEIVED', invoice_status: 'PAID' }],
    ['taken back', [['repasse.payment.canceled.v1', {}]], { invoice_status: 'CANCELED' }],
    ['being confirmed', [['repasse.payment.confirming.v1', {}]], { invoice_status: 'CONFIRMING' }],
    [
      'open again',
      [
        ['repasse.payment.confirming.v1', {}],
        ['repasse.payment.reopened.v1', {}],
      ],
      { invoice_status: 'WAITING_PAYMENT' },
    ],
    [
      'declined',
      [['repasse.payment.failed.v1', { reason: 'DECLINED', declineCode: 'card_expired', isRetryable: false }]],
      { invoice_status: 'FAILED', decline_code: 'card_expired' },
    ],
    [
      'refunded in part',
      [['repasse.refund.settled.v1', { amountMinor: 4_000 }]],
      { invoice_status: 'PAID', refunded_minor: 4_000 },
    ],
    [
      'refunded in two parts',
      [
        ['repasse.refund.settled.v1', { amountMinor: 4_000 }],
        ['repasse.refund.settled.v1', { amountMinor: 6_000 }],
      ],
      { invoice_status: 'REFUNDED', amount_minor: 10_000, received_minor: 10_000, refunded_minor: 10_000 },
    ],
    ['refused a refund', [['repasse.refund.failed.v1', {}]], { invoice_status: 'PAID', refunded_minor: 0 }],
    [
      'disputed',
      [['repasse.dispute.opened.v1', {}]],
      { invoice_status: 'PAID', dispute_status: 'OPEN', amount_minor: 10_000 },
    ],
    [
      'disputed and lost',
      [
        ['repasse.dispute.opened.v1', {}],
        ['repasse.dispute.lost.v1', {}],
      ],
      { dispute_status: 'LOST' },
    ],
  ])('shows a payment that is %s', async (_what, then, expected) => {
    const one = story(then);
    await service.tell([...one.before, ...one.events]);

    expect(await paymentOf(one.paymentId)).toMatchObject(expected);
  });

  it('shows what a payer pays in another currency', async () => {
    const { paymentId } = paidStory();
    const fx = {
      ...{ targetCurrency: 'JPY', finalAmountMinor: 2_800, rate: '0.0357', spreadBps: 300, source: 'PTAX' },
      quotedAt: '2026-11-21T12:00:00.000Z',
    };
    const data = { paymentId, paymentMethod: 'INTERNATIONAL', fx } as const;
    await service.tell([event('repasse.payment.requested.v1', { key: paymentId, position: 1, at: '00.000', data })]);

    expect(await paymentOf(paymentId)).toMatchObject({
      payer_currency: 'JPY',
      amount_minor: 10_000,
    });
  });

  it('is what a rebuild leads to', async () => {
    expect(await service.rebuild({ isVerify: true })).toMatchObject(views.map(() => ({ drift: [] })));
  });
});

describe('the archive', () => {
  it('keeps events of every topic, also of one that no view shows', async () => {
    const registered = event('repasse.user.registered.v1', { key: '1001', position: 1, at: '00.000' });
    await service.tell([registered]);

    const ofUser = "select envelope from received_events where envelope ->> 'subject' = $1";
    const [kept] = await service.db.query(ofUser, ['1001']);
    // A value that follows from the type is not kept beside it.
    const { source, dataSchema, ...envelope } = registered;
    expect(kept).toEqual({ envelope });
    expect([source, dataSchema]).toEqual(['repasse/identity', `urn:repasse:event:${registered.type}`]);
  });
});

describe('a rebuild', () => {
  it('leads to the live views byte for byte', async () => {
    const live = await service.contents();

    const reports = await service.rebuild();

    expect(reports.map(({ projection, isSwapped }) => [projection, isSwapped])).toEqual(
      views.map(({ name }) => [name, true]),
    );
    expect(await service.contents()).toEqual(live);
    expect(live['charges']?.length).toBeGreaterThan(40);
  });

  it('goes on with what comes after it', async () => {
    await service.rebuild();
    const story = paidStory();
    await service.tell(story.inOrder);

    expect((await service.contents())['charges']).toContainEqual(expect.stringContaining(story.chargeId));
    expect(await service.rebuild({ isVerify: true })).toMatchObject(views.map(() => ({ drift: [] })));
  });

  it('runs while events arrive, and misses none', async () => {
    const arriving = Array.from({ length: 60 }, () => paidStory());
    await Promise.all([service.tell(arriving.flatMap(({ inOrder }) => inOrder)), service.rebuild()]);

    expect(await service.rebuild({ isVerify: true })).toMatchObject(views.map(() => ({ drift: [] })));
  });
});

describe('the command', () => {
  const run = (...args: string[]) => callAdmin(program, { POSTGRES_URL: service.db.url, LOG_LEVEL: 'silent' }, args);
  const exitCodeOf = async (...args: string[]) => (await run(...args)).exitCode;
  const signed = ['--apply', '--by', 'Rita', '--why', 'drift'];
  const altered = () => service.db.query('update charges set attempts_offered = attempts_offered + 1');

  it('ends with 1 when a verification finds drift, and with 0 once it is rebuilt', async () => {
    expect(await exitCodeOf('differences')).toBe(0);
    await altered();
    expect(await exitCodeOf('differences')).toBe(1);
    expect(await exitCodeOf('differences', 'invoices')).toBe(0);
    expect(await exitCodeOf('rebuild', 'charges', ...signed)).toBe(0);
    expect(await exitCodeOf('differences')).toBe(0);
  });

  it('refuses a view that there is not', async () => {
    const { exitCode, told } = await run('rebuild', 'refunds');

    expect(exitCode).toBe(2);
    expect(told).toContain('There are charges, invoices, disputes, charge_days, revoked_access.');
  });
});

describe('a verification', () => {
  const drift = (report: { drift: readonly object[] } | undefined) => report?.drift;

  it('finds a row that was altered, a row that was lost and a row that was made up', async () => {
    const [one, two] = stories;
    await service.db.query("update charges set status = 'PENDING' where charge_id = $1", [one!.chargeId]);
    await service.db.query('delete from invoices where subject_id = $1', [two!.paymentId]);
    await service.db.query("insert into invoice_references (reference, subject_id) values ('made up', 'pay_made_up')");

    const [charges, invoices] = await service.rebuild({ isVerify: true });

    expect(drift(charges)).toEqual([{ table: 'charges', missingRows: 1, surplusRows: 1 }]);
    expect(drift(invoices)).toEqual([
      { table: 'invoices', missingRows: 1, surplusRows: 0 },
      { table: 'invoice_references', missingRows: 0, surplusRows: 1 },
    ]);
  });

  it('shows in the metrics, until a rebuild has mended it', async () => {
    const driftOf = async (view: string) =>
      new RegExp(`^repasse_projection_drift_rows\\{.*projection="${view}".*\\} (\\d+)$`, 'm').exec(
        await service.metric(),
      )?.[1];
    await eventuallyHolds(async () => expect(await driftOf('charges')).toBe('2'));

    await service.rebuild();

    await eventuallyHolds(async () => expect(await driftOf('charges')).toBe('0'));
    expect(await service.rebuild({ isVerify: true })).toMatchObject(views.map(() => ({ drift: [] })));
  });
});
