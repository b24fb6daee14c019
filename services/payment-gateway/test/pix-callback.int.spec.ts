import { type Bank, startBank } from './support/bank';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type Gateway, newRequest, startGateway, guardTimings } from './support/gateway';

let bank: Bank;
let gateway: Gateway;

beforeAll(async () => {
  bank = await startBank();
  gateway = await startGateway(bank, { guardTimings });
});
afterAll(async () => {
  await gateway.stop();
  await bank.stop();
});
afterEach(() => bank.always('get_cob', undefined));

const offered = async (other: Record<string, unknown> = {}) => {
  const request = newRequest(other);
  expect((await gateway.requestPayment(request.body)).status).toBe(200);
  return request;
};

const pixOf = (txid: string, more: object = {}): object => ({
  endToEndId: 'E00000000202611211203whatever000',
  txid,
  valor: '100.00',
  horario: '2026-11-21T12:03:10.358Z',
  ...more,
});

/** Every callback so far has been dealt with, whatever came of it. */
const allHandled = () =>
  eventually(async () => {
    const [row] = await gateway.db.query<{ open: number }>(
      'select count(*)::integer as open from callback_inbox where handled_at is null',
    );
    return row?.open === 0;
  });

describe('a callback about money', () => {
  it('is answered at once and becomes PaymentReceived, in the words of the bank', async () => {
    const { paymentId, txid, body } = await offered();
    const endToEndId = await bank.pay(txid);
    const answer = await gateway.callback({ pix: [pixOf(txid)] });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ received: 1 });
    const [, , received] = await gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
    expect(received?.data).toMatchObject({
      paymentId,
      chargeId: body['chargeId'],
      amountMinor: 10_000,
      expectedAmountMinor: 10_000,
      providerReference: endToEndId,
      receivedAt: '2026-11-21T12:03:10.358Z',
    });
    expect((await gateway.getPayment(paymentId)).body).toMatchObject({ status: 'RECEIVED' });
    expect((await gateway.requestPayment(body)).body).toMatchObject({ status: 'RECEIVED', paymentId });
  });

  it('that comes ten times at once is one receipt', async () => {
    const { paymentId, txid } = await offered();
    await bank.pay(txid);
    await Promise.all(Array.from({ length: 10 }, () => gateway.callback({ pix: [pixOf(txid)] })));
    await allHandled();

    await gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
    expect(await gateway.db.query('select 1 from receipts where payment_id = $1', [paymentId])).toHaveLength(1);
  });

  it('may name several payments, some twice, some unknown, some without a txid', async () => {
    const payments = await Promise.all([offered(), offered(), offered()]);
    for (const { txid } of payments) await bank.pay(txid);
    const { txid: stranger } = newRequest();
    const pix = [
      ...payments.map(({ txid }) => pixOf(txid)),
      ...payments.map(({ txid }) => pixOf(txid)),
      pixOf(stranger),
      pixOf('static-code-123'),
      { endToEndId: 'E1', valor: '5.00' },
    ];
    expect((await gateway.callback({ pix })).status).toBe(200);

    for (const { paymentId } of payments) {
      await gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
    }
    await allHandled();
    expect(await gateway.metric('repasse_callback_payments_total')).toContain('outcome="unknown_payment"');
    expect(await gateway.metric('repasse_pix_callback_without_txid_total')).toMatch(/ [1-9]/);
  });

  it.each([
    ['an object', { id: '1', status: 'DEVOLVIDO' }],
    ['a list', [{ id: '1', status: 'DEVOLVIDO' }]],
  ])('may carry refunds as %s', async (_, devolucoes) => {
    const { paymentId, txid } = await offered();
    await bank.pay(txid);

    expect((await gateway.callback({ pix: [pixOf(txid, { devolucoes })] })).status).toBe(200);
    await gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
  });

  it('may be a lone object where the standard has a list', async () => {
    const { paymentId, txid } = await offered();
    await bank.pay(txid);

    expect((await gateway.callback({ pix: pixOf(txid) })).status).toBe(200);
    await gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
  });

  it('may come before the answer to the offer, and the payer’s code is kept all the same', async () => {
    const { paymentId, txid, body } = newRequest();
    bank.next('put_cob', {
      kind: 'meanwhile',
      run: async () => {
        await bank.pay(txid);
        await gateway.callback({ pix: [pixOf(txid)] });
        await gateway.expectPublished(paymentId, ['requested', 'received']);
      },
    });
    const answer = await gateway.requestPayment(body);

    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ status: 'RECEIVED', pix: { txid } });
    expect((await gateway.requestPayment(body)).body).toEqual(answer.body);
    await gateway.expectPublished(paymentId, ['requested', 'received']);
  });
});

describe('a callback is not believed', () => {
  it('when it reports money the bank knows nothing of', async () => {
    const { paymentId, txid } = await offered();
    await gateway.callback({ pix: [pixOf(txid)] });
    await eventually(async () => {
      const text = await gateway.metric('repasse_callback_payments_total');
      return text.includes('outcome="pending"');
    });

    expect((await gateway.getPayment(paymentId)).body).toMatchObject({ status: 'PENDING' });
    await gateway.expectPublished(paymentId, ['requested', 'offered']);

    // Some banks call back a moment before their own books show it, so the callback is looked into again.
    await bank.pay(txid);
    await gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
    await allHandled();
  });

  it('about the amount, the time or the receipt', async () => {
    const { paymentId, txid } = await offered();
    const endToEndId = await bank.pay(txid, { valor: '99.99' });
    await gateway.callback({ pix: [pixOf(txid, { valor: '1000000.00', horario: '1999-01-01T00:00:00Z' })] });

    const [, , received] = await gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
    expect(received?.data).toMatchObject({
      amountMinor: 9_999,
      expectedAmountMinor: 10_000,
      providerReference: endToEndId,
      receivedAt: '2026-11-21T12:03:10.358Z',
    });
  });

  it('when the address is not the one we gave out', async () => {
    const { paymentId, txid } = await offered();
    await bank.pay(txid);
    const asked = bank.count('get_cob');
    const answer = await gateway.callback({ pix: [pixOf(txid)] }, 'a-guess-at-the-callback-token');

    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ code: 'callback.not_found' });
    expect(bank.count('get_cob')).toBe(asked);
    await gateway.expectPublished(paymentId, ['requested', 'offered']);
  });

  it.each([
    ['not JSON', '{"pix":'],
    ['not an object', '[]'],
    ['a list of nothing known', '{"pix":[1,null,"x"]}'],
    ['empty', '{}'],
    ['full of unknown fields', '{"pix":[],"extra":{"a":1}}'],
  ])('and does no harm when it is %s', async (_, body) => {
    expect((await gateway.callback(body)).status).toBeLessThan(500);
    await allHandled();
  });
});

describe('money of other kinds', () => {
  it('is recorded once for each time the payer paid', async () => {
    const { paymentId, txid } = await offered();
    const first = await bank.pay(txid);
    await gateway.callback({ pix: [pixOf(txid)] });
    await gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
    const second = await bank.pay(txid);
    await gateway.callback({ pix: [pixOf(txid)] });

    const events = await gateway.expectPublished(paymentId, ['requested', 'offered', 'received', 'received']);
    const receipts = events.slice(2).map(({ data }) => ('providerReference' in data ? data.providerReference : ''));
    expect(receipts).toEqual([first, second]);
  });

  it('is not booked twice when a bank reports one receipt for two payments', async () => {
    const [one, other] = await Promise.all([offered(), offered()]);
    const endToEndId = await bank.pay(one.txid);
    await gateway.callback({ pix: [pixOf(one.txid)] });
    await gateway.expectPublished(one.paymentId, ['requested', 'offered', 'received']);
    const receipt = pixOf(other.txid, { endToEndId });
    bank.tamper((cob) => ({ ...cob, status: 'CONCLUIDA', pix: [receipt] }));
    await gateway.callback({ pix: [pixOf(other.txid)] });
    await allHandled();

    await gateway.expectPublished(other.paymentId, ['requested', 'offered']);
    expect(await gateway.metric('repasse_receipts_total')).toContain('outcome="refused"');
  });
});

describe('a callback that cannot be confirmed at once', () => {
  it('waits in the inbox until the bank answers', async () => {
    const { paymentId, txid } = await offered();
    await bank.pay(txid);
    bank.always('get_cob', { kind: 'silent', isDone: false });
    expect((await gateway.callback({ pix: [pixOf(txid)] })).status).toBe(200);
    await eventually(async () => {
      const text = await gateway.metric('repasse_callback_payments_total');
      return text.includes('outcome="silent"');
    });
    await gateway.expectPublished(paymentId, ['requested', 'offered']);

    bank.always('get_cob', undefined);
    await gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
  });

  it('is taken up by another process when the first one dies over it', async () => {
    const { paymentId, txid } = await offered();
    await bank.pay(txid);
    // What a process leaves behind that kept the callback, answered, and was killed: a lease that has run out.
    await gateway.db.query(
      `insert into callback_inbox (provider, body, received_at, due_at)
       values ('PIX_BCB', $1, now() - interval '1 minute', now() - interval '30 seconds')`,
      [JSON.stringify({ pix: [pixOf(txid)] })],
    );

    await gateway.expectPublished(paymentId, ['requested', 'offered', 'received']);
    await allHandled();
  });

  it('holds up no other callback while the bank is silent about it', async () => {
    const stuck = await offered();
    const prompt = await offered();
    await bank.pay(stuck.txid);
    await bank.pay(prompt.txid);
    const paid = ['requested', 'offered', 'received'];
    // The bank answers for the first payment only when the second one is through.
    bank.next('get_cob', { kind: 'meanwhile', run: () => gateway.expectPublished(prompt.paymentId, paid) });
    await gateway.callback({ pix: [pixOf(stuck.txid)] });
    await eventually(() => bank.questions.at(-1)?.key === stuck.txid);
    await gateway.callback({ pix: [pixOf(prompt.txid)] });

    const [, , promptly] = await gateway.expectPublished(prompt.paymentId, paid);
    const [, , late] = await gateway.expectPublished(stuck.paymentId, paid);
    expect(Date.parse(promptly?.time ?? '')).toBeLessThanOrEqual(Date.parse(late?.time ?? ''));
  });
});
