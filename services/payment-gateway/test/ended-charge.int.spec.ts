import { endRowsAt } from '@repasse/chassis/testing/end-rows';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestBus } from '@repasse/chassis/testing/test-bus';
import { createEndedCharges, type EndReason } from '../src/payments/store/ended-charges';
import { type CardGateway, startCardGateway } from './support/card-gateway';
import { newRequest } from './support/gateway';

const now = '2026-11-21T12:03:10.358Z';
const userId = 1_001;

let world: CardGateway;
let charge: TestBus;

beforeAll(async () => {
  world = await startCardGateway();
  charge = world.gateway.bus;
});
afterAll(() => world.stop());

const ends = {
  CHARGE_PAID: (chargeId: string) => charge.tell('repasse.charge.paid.v1', chargeId, paid(chargeId)),
  CHARGE_CANCELED: (chargeId: string) =>
    charge.tell('repasse.charge.canceled.v1', chargeId, { chargeId, userId, canceledAt: now }),
  CHARGE_EXPIRED: (chargeId: string) =>
    charge.tell('repasse.charge.expired.v1', chargeId, { chargeId, userId, expiredAt: now }),
  CHARGE_FAILED: (chargeId: string) =>
    charge.tell('repasse.charge.failed.v1', chargeId, { chargeId, userId, reason: 'DECLINED', failedAt: now }),
} as const;

const paid = (chargeId: string) => {
  const other = newRequest();
  return {
    chargeId,
    attemptId: String(other.body['attemptId']),
    paymentId: other.paymentId,
    invoiceId: 50_001,
    userId,
    paymentMethod: 'PIX' as const,
    grossAmountMinor: 10_000,
    fees: [],
    feeAmountMinor: 0,
    netAmountMinor: 10_000,
    sharedAmountMinor: 0,
    disputeReserveMinor: 0,
    currency: 'BRL',
    shares: [{ userId, amountMinor: 10_000, isOwner: true, reducedByMinor: 0 }],
    statusReason: null,
    description: null,
    externalReference: null,
    paidAt: now,
  };
};

const ended = createEndedCharges;
const known = (chargeId: string) => ended(world.gateway.db).reasonOf(chargeId);
const chargeIdOf = ({ body }: { body: Record<string, unknown> }) => String(body['chargeId']);
const endOf = (chargeId: string, reason: EndReason) => ({ chargeId, reason, endedAt: now, paidBy: null });
const keepEnd = (chargeId: string) =>
  world.gateway.db.transaction((tx) => ended(world.gateway.db).keep(tx, [endOf(chargeId, 'CHARGE_CANCELED')]));

describe('a payment that is asked for after its charge has ended', () => {
  it.each([
    ['CHARGE_PAID', 'canceled', { reason: 'CHARGE_PAID' }],
    ['CHARGE_CANCELED', 'canceled', { reason: 'CHARGE_CANCELED' }],
    ['CHARGE_EXPIRED', 'expired', {}],
    // The published words know no failure.
    ['CHARGE_FAILED', 'canceled', { reason: 'CHARGE_CANCELED' }],
  ] as const)('by %s is given up without asking the bank', async (end, ending, data) => {
    const request = newRequest({ userId });
    await ends[end](chargeIdOf(request));
    await eventually(async () => (await known(chargeIdOf(request))) === end);

    const answer = await world.gateway.requestPayment(request.body);
    expect(answer).toMatchObject({ status: 200, body: { status: ending.toUpperCase(), pix: null } });
    expect(world.bank.questionsAbout(request.txid)).toBe(0);
    const events = await world.gateway.expectPublished(request.paymentId, ['requested', ending]);
    expect(events.at(-1)?.data).toMatchObject(data);
  });

  it('is answered the same when it is asked for again', async () => {
    const request = newRequest({ userId });
    await keepEnd(chargeIdOf(request));
    const first = await world.gateway.requestPayment(request.body);
    const second = await world.gateway.requestPayment(request.body);

    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect(world.bank.questionsAbout(request.txid)).toBe(0);
  });

  it('sends no card to the acquirer', async () => {
    const { body } = newRequest({ userId });
    const { paymentMethod, ...card } = body;
    expect(paymentMethod).toBe('PIX');
    await keepEnd(chargeIdOf({ body }));

    expect(await world.payByCard({ body: card })).toMatchObject({ status: 200, body: { status: 'CANCELED' } });
    expect(world.acquirer.asked()).not.toContain('sell');
  });

  it('at the moment when the end is being written waits for it', async () => {
    const request = newRequest({ userId });
    const chargeId = chargeIdOf(request);
    const { db } = world.gateway;
    const asking = await db.transaction(async (tx) => {
      await ended(db).keep(tx, [endOf(chargeId, 'CHARGE_EXPIRED')]);
      const answer = world.gateway.requestPayment(request.body);
      await eventually(
        async () => (await db.query('select 1 from payments where payment_id = $1', [request.paymentId])).length === 1,
      );
      return { answer };
    });

    expect(await asking.answer).toMatchObject({ status: 200, body: { status: 'EXPIRED' } });
    expect(world.bank.questionsAbout(request.txid)).toBe(0);
  });
});

it('a payment whose request was cut off is not made by the reconciler when its charge has ended', async () => {
  const request = newRequest({ userId });
  world.bank.next('put_cob', { kind: 'answer', status: 503, isDone: true });
  world.bank.next('put_cob', { kind: 'answer', status: 503, isDone: true });
  world.bank.always('get_cob', { kind: 'answer', status: 503, isDone: false });
  expect((await world.gateway.requestPayment(request.body)).status).toBe(503);
  await keepEnd(chargeIdOf(request));
  world.bank.always('get_cob', undefined);
  const asked = world.bank.count('put_cob');

  // The pause is the reconciler's own; here its end is brought forward.
  await eventually(async () => {
    const sql = 'update payments set due_at = now() where payment_id = $1 and due_at is not null';
    await world.gateway.db.query(sql, [request.paymentId]);
    return (await world.bank.cob(request.txid))?.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
  });
  await world.gateway.expectPublished(request.paymentId, ['requested', 'outcome_unknown', 'canceled']);
  expect(world.bank.count('put_cob')).toBe(asked);
});

describe('what is known of ended charges', () => {
  it('is why they ended first, and goes after its time', async () => {
    const { db } = world.gateway;
    const [old, young] = [chargeIdOf(newRequest()), chargeIdOf(newRequest())];
    const keep = (chargeId: string, reason: 'CHARGE_EXPIRED' | 'CHARGE_PAID', at: string) =>
      db.transaction((tx) => ended(db).keep(tx, [{ ...endOf(chargeId, reason), endedAt: at }]));
    await keep(old, 'CHARGE_EXPIRED', '2026-01-01T00:00:00.000Z');
    await keep(old, 'CHARGE_PAID', '2026-01-02T00:00:00.000Z');
    await keep(young, 'CHARGE_PAID', '2026-03-01T00:00:00.000Z');
    expect(await known(old)).toBe('CHARGE_EXPIRED');

    await endRowsAt(db, 'payment-gateway', new Date('2026-02-15T00:00:00.000Z'));
    expect([await known(old), await known(young)]).toEqual([null, 'CHARGE_PAID']);
  });
});

describe('the open payments of a charge that has ended', () => {
  it('are found without reading other payments, however many there are', async () => {
    const { db } = world.gateway;
    await db.query(`
      insert into payments (
        payment_id, invoice_id, user_id, charge_id, payment_method, provider, status, amount_minor, currency,
        expires_at, created_at, updated_at
      )
      select 'pay_old_' || n, 9000000 + n, ${userId}, 'ch_old_' || n, 'PIX', 'bank', 'received', 100, 'BRL', now(), now(), now()
      from generate_series(1, 2000) as n`);
    await db.query('analyze payments');

    const read = await db.transaction(async (tx) => {
      const end = { chargeId: 'ch_old_7', reason: 'CHARGE_EXPIRED', endedAt: now, paidBy: null } as const;
      expect(await ended(db).keep(tx, [end])).toEqual(new Map());
      const [row] = await tx.query<{ rows: number }>(
        `select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables where relname = 'payments'`,
      );
      return row?.rows;
    });

    // Some rows that the same connection read before are among them.
    expect(read).toBeLessThan(100);
  });
});
