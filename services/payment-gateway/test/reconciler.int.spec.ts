import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type Bank, startBank } from './support/bank';
import { type Gateway, newRequest, startGateway, guardTimings } from './support/gateway';

const startedAt = '2026-11-21T12:00:00.000Z';
const hourMs = 3_600_000;
/** How long one look of the reconciler may take. */
const leaseMs = 30_000;

let bank: Bank;
let gateway: Gateway;
let clock: FakeClock;

beforeAll(async () => {
  bank = await startBank();
  clock = fakeClock(startedAt);
  gateway = await startGateway(bank, { clock, guardTimings });
});
afterAll(async () => {
  await gateway.stop();
  await bank.stop();
});
afterEach(() => {
  bank.always('get_cob', undefined);
  bank.always('put_cob', undefined);
});

const inAnHour = (): string => new Date(clock.now().getTime() + hourMs).toISOString();

/** Asked again as charge does, where a busy machine lets the bank's answer be late. */
const offered = async () => {
  const request = newRequest({ expiresAt: inAnHour() });
  await eventually(async () => (await gateway.requestPayment(request.body)).status === 200);
  return request;
};

/** The reconciler has asked about a payment since, and gone away again. */
const askedAgain = (txid: string, times = 1) => {
  const before = bank.questionsAbout(txid);
  return eventually(() => bank.questionsAbout(txid) >= before + times);
};

/** How long the reconciler leaves a payment alone that it has asked about so often; not while it still holds it. */
const pauseAfter = (paymentId: string, askedCount: number): Promise<number> =>
  eventually(async () => {
    const [row] = await gateway.db.query<{ due_at: string }>(
      'select due_at from payments where payment_id = $1 and asked_count = $2',
      [paymentId, askedCount],
    );
    const pauseMs = Date.parse(row?.due_at ?? '') - clock.now().getTime();
    return Number.isNaN(pauseMs) || pauseMs === leaseMs ? undefined : pauseMs;
  });

describe('money whose callback never came', () => {
  it('is found', async () => {
    const { paymentId, txid } = await offered();
    await bank.pay(txid);
    clock.advance(15_000);

    await gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
    expect(await gateway.metric('repasse_receipts_total')).toContain('source="reconciler"');
  });

  it('is found once by two processes that look at the same time', async () => {
    const other = await gateway.startAnother({ clock });
    const payments = await Promise.all(Array.from({ length: 20 }, () => offered()));
    for (const { txid } of payments) await bank.pay(txid);
    clock.advance(15_000);
    for (const { paymentId } of payments) {
      await gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
    }
    await other.stop();

    const ids = payments.map(({ paymentId }) => paymentId);
    expect(await gateway.db.query('select 1 from receipts where payment_id = any ($1)', [ids])).toHaveLength(20);
  });
});

describe('an unpaid payment', () => {
  it('is asked about less and less often', async () => {
    const { paymentId, txid } = await offered();
    const pausesMs: number[] = [];
    for (let askedCount = 0; askedCount < 4; askedCount++) {
      const asked = askedAgain(txid);
      const pauseMs = await pauseAfter(paymentId, askedCount);
      pausesMs.push(pauseMs);
      clock.advance(pauseMs);
      await asked;
    }

    expect(pausesMs).toEqual([15_000, 10_000, 20_000, 40_000]);
  });

  it('expires after its end and a grace, when the bank has said that there is no money', async () => {
    const { paymentId, txid, body } = await offered();
    const asked = askedAgain(txid);
    clock.set(String(body['expiresAt']));
    await asked;
    expect((await gateway.getPayment(paymentId)).body).toMatchObject({ status: 'PENDING' });

    clock.advance(60_000);
    const events = await gateway.expectPublished(paymentId, ['requested', 'offered', 'expired']);
    expect(events[2]?.data).toMatchObject({ expiredAt: clock.now().toISOString() });
    expect((await gateway.requestPayment(body)).body).toMatchObject({ status: 'EXPIRED', paymentId });
  });

  it('does not expire by the silence of the bank', async () => {
    const { paymentId, txid } = await offered();
    bank.always('get_cob', { kind: 'answer', status: 503, isDone: false });
    const asked = askedAgain(txid);
    clock.advance(hourMs + 60_000);
    await asked;
    await gateway.expectPublished(paymentId, ['requested', 'offered']);

    bank.always('get_cob', undefined);
    await bank.pay(txid);
    await eventually(async () => {
      clock.advance(60_000);
      return (await gateway.published(paymentId)).at(-1)?.type === 'repasse.payment.received.v1';
    });
  });

  it('takes money that is reported after it expired', async () => {
    const { paymentId, txid } = await offered();
    clock.advance(hourMs + 60_000);
    await gateway.expectPublished(paymentId, ['requested', 'offered', 'expired']);
    await bank.pay(txid);
    await gateway.callback({ pix: [{ txid }] });

    await gateway.expectPublished(paymentId, ['requested', 'offered', 'expired', 'received']);
  });

  it('fails when the bank has removed it', async () => {
    const { paymentId, txid } = await offered();
    await bank.remove(txid);
    clock.advance(15_000);

    const [, , failed] = await gateway.expectPublished(paymentId, ['requested', 'offered', 'failed']);
    expect(failed?.data).toMatchObject({ reason: 'PROVIDER_ERROR' });
  });
});

describe('a payment that was asked for and never offered', () => {
  it('is offered later, with its payer, when the process died in between', async () => {
    const payer = { name: 'Fulano de Tal', document: '12345678909' };
    const { paymentId, txid, body } = newRequest({ expiresAt: inAnHour(), payer });
    // The state after a kill between the request and the bank: the request alone.
    await bank.leave();
    expect((await gateway.requestPayment(body)).status).toBe(503);
    await bank.restart();
    await gateway.expectPublished(paymentId, ['requested']);

    clock.advance(20_000);
    await gateway.expectPublished(paymentId, ['requested', 'offered']);
    expect(await bank.cob(txid)).toMatchObject({ devedor: { nome: 'Fulano de Tal', cpf: '12345678909' } });
    expect((await gateway.requestPayment(body)).status).toBe(200);
  });

  it('is found at the bank when it was made there after all', async () => {
    bank.next('put_cob', { kind: 'silent', isDone: true });
    bank.always('get_cob', { kind: 'cut', isDone: false });
    const { paymentId, body } = newRequest({ expiresAt: inAnHour() });
    expect((await gateway.requestPayment(body)).status).toBe(504);
    const before = bank.count('put_cob');

    bank.always('get_cob', undefined);
    clock.advance(5_000);
    await gateway.expectPublished(paymentId, ['requested', 'outcome_unknown', 'offered']);
    expect(bank.count('put_cob')).toBe(before);
  });

  it('expires when it could not be offered in time', async () => {
    await bank.leave();
    const { paymentId, body } = newRequest({ expiresAt: inAnHour() });
    expect((await gateway.requestPayment(body)).status).toBe(503);
    await bank.restart();
    clock.advance(hourMs + 60_000);

    await gateway.expectPublished(paymentId, ['requested', 'expired']);
    const answer = await gateway.requestPayment(body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'EXPIRED', pix: null });
  });
});
