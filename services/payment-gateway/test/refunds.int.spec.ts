import { type FakeClock, fakeClock } from '@repasse/chassis/testing/clock';
import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { type Merchant, startMerchant } from './support/merchant';
import { guardTimings } from './support/gateway';

const paid = ['requested', 'offered', 'received'];
const requested = 'repasse.refund.requested';
const settled = 'repasse.refund.settled';
const failed = 'repasse.refund.failed';

let clock: FakeClock;
let merchant: Merchant;

beforeAll(async () => {
  clock = fakeClock('2026-11-21T15:00:00.000Z');
  merchant = await startMerchant({ clock, guardTimings });
});
afterAll(() => merchant.stop());
afterEach(async () => {
  await merchant.bank.refundsBecome('DEVOLVIDO');
  merchant.bank.always('put_devolucao', undefined);
  merchant.bank.always('get_devolucao', undefined);
  merchant.bank.always('get_cob', undefined);
});

const inTenMinutes = () => new Date(clock.now().getTime() + 600_000).toISOString();
const newPaid = () => merchant.paid({ expiresAt: inTenMinutes() });

/** How long the longest waiting refund waits, as it is measured. */
const waitingSeconds = async (): Promise<number> =>
  Number((await merchant.gateway.metric('repasse_refunds_waiting_seconds')).split(' ').at(-1));

describe('a refund', () => {
  it('goes back at the bank, is answered, listed and published', async () => {
    const { invoiceId, paymentId, chargeId, endToEndId } = await newPaid();
    const answer = await merchant.refund(invoiceId, { amount: '30.00', reason: 'Broken', splitRefund: 'OWNER' });

    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: expect.stringMatching(/^re_/) as string,
        invoiceId,
        paymentId,
        chargeId,
        amount: '30.00',
        currency: 'BRL',
        status: 'SUCCEEDED',
        reason: 'Broken',
        requestedBy: 'client-1',
        splitRefund: [{ userId: 1_001, amount: '30.00' }],
      },
    });
    expect(await merchant.bank.refundsOf(endToEndId)).toMatchObject([{ valor: '30.00', status: 'DEVOLVIDO' }]);
    expect((await merchant.refunds(invoiceId)).body).toEqual({
      data: [answer.body],
      refundable: '70.00',
      disputed: '0.00',
    });
    const events = await merchant.gateway.expectPublished(paymentId, [...paid, requested, settled]);
    expect(events.at(-1)?.data).toMatchObject({ amountMinor: 3_000, purpose: 'MERCHANT', chargeId });
  });

  it('is all that is left when no amount is named, and then nothing is left', async () => {
    const { invoiceId } = await newPaid();
    await merchant.refund(invoiceId, { amount: '30.00' });

    expect((await merchant.refund(invoiceId)).body).toMatchObject({ amount: '70.00', status: 'SUCCEEDED' });
    expect(await merchant.refund(invoiceId)).toMatchObject({
      status: 409,
      body: { code: 'refund.nothing_left', refundable: '0.00' },
    });
  });

  it('of all of it is no more than the role of the person gives back of one payment', async () => {
    const { invoiceId } = await newPaid();
    const token = await merchant.token({ personId: 'per_01JDZZZZZZZZZZZZZZZZZZZZZZ', refundMinorMax: 6_000 });

    expect(await merchant.refund(invoiceId, undefined, { token })).toMatchObject({
      ...{ status: 403, body: { code: 'refund.above_role_limit', allowed: '60.00' } },
    });
    const part = { amount: '40.00' };
    const first = await merchant.refund(invoiceId, part, { token, key: 'of-support' });
    expect(first).toMatchObject({ status: 200, body: { requestedBy: 'per_01JDZZZZZZZZZZZZZZZZZZZZZZ' } });
    expect(await merchant.refund(invoiceId, { amount: '20.01' }, { token })).toMatchObject({
      ...{ status: 403, body: { code: 'refund.above_role_limit', allowed: '20.00' } },
    });
    expect((await merchant.refund(invoiceId, part, { token, key: 'of-support' })).body).toEqual(first.body);
    const [one, other] = await Promise.all(
      [1, 2].map(() => merchant.refund(invoiceId, { amount: '20.00' }, { token })),
    );
    expect([one?.status, other?.status].sort((a = 0, b = 0) => a - b)).toEqual([200, 403]);
  });

  it('needs no body where all of it goes back', async () => {
    const { invoiceId, endToEndId } = await newPaid();

    const answer = await fetch(`${merchant.gateway.url}/refunds/invoice/${invoiceId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await merchant.token({})}` },
    });

    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ amount: '100.00', status: 'SUCCEEDED' });
    expect(await merchant.bank.refundsOf(endToEndId)).toMatchObject([{ valor: '100.00', status: 'DEVOLVIDO' }]);
  });

  it('is made once under one key', async () => {
    const { invoiceId, endToEndId } = await newPaid();
    const first = await merchant.refund(invoiceId, { amount: '10.00' }, { key: 'a-refund-key' });
    const again = await merchant.refund(invoiceId, { amount: '10.00' }, { key: 'a-refund-key' });

    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await merchant.bank.refundsOf(endToEndId)).toHaveLength(1);
  });

  it('that the bank cannot make says so, and leaves the money to be given back', async () => {
    const { invoiceId, paymentId } = await newPaid();
    await merchant.bank.refundsBecome('NAO_REALIZADO');

    expect((await merchant.refund(invoiceId)).body).toMatchObject({
      status: 'FAILED',
      failure: expect.stringContaining('Conta do usuário pagador encerrada') as string,
    });
    await merchant.gateway.expectPublished(paymentId, [...paid, requested, failed]);
    await merchant.bank.refundsBecome('DEVOLVIDO');
    expect((await merchant.refund(invoiceId)).body).toMatchObject({ amount: '100.00', status: 'SUCCEEDED' });
  });

  it.each([
    ['settles', 'DEVOLVIDO', settled, 'SUCCEEDED'],
    ['fails', 'NAO_REALIZADO', failed, 'FAILED'],
  ] as const)('that takes the bank a while is pending, and %s by itself', async (_, ending, event, status) => {
    const { invoiceId, paymentId, endToEndId } = await newPaid();
    await merchant.bank.refundsBecome('EM_PROCESSAMENTO');
    const { body } = await merchant.refund(invoiceId);
    expect(body).toMatchObject({ status: 'PENDING' });
    clock.advance(60_000);
    await eventually(async () => (await waitingSeconds()) >= 60);

    await merchant.bank.refundsBecome(ending);
    await eventuallyHolds(async () =>
      expect(await merchant.bank.refundsOf(endToEndId)).toMatchObject([{ status: ending }]),
    );
    clock.advance(60_000);
    await merchant.gateway.expectPublished(paymentId, [...paid, requested, event]);
    expect((await merchant.refunds(invoiceId)).body).toMatchObject({ data: [{ id: body['id'], status }] });
    await eventually(async () => (await waitingSeconds()) === 0);
  });

  it.each([
    ['acted on', true],
    ['never reached', false],
  ])('whose request was %s and never answered is found out about and made once', async (_, isDone) => {
    const { invoiceId, paymentId, endToEndId } = await newPaid();
    for (let n = 0; n < 3; n++) merchant.bank.next('put_devolucao', { kind: 'silent', isDone: isDone && n === 0 });
    merchant.bank.always('get_devolucao', { kind: 'silent', isDone: false });
    expect((await merchant.refund(invoiceId)).body).toMatchObject({ status: 'PENDING' });

    merchant.bank.always('get_devolucao', undefined);
    await eventually(async () => {
      clock.advance(60_000);
      return (await merchant.gateway.published(paymentId)).length === paid.length + 2;
    });
    await merchant.gateway.expectPublished(paymentId, [...paid, requested, settled]);
    expect(await merchant.bank.refundsOf(endToEndId)).toHaveLength(1);
  });
});

it('a refund whose repeat the bank refuses, its id being used, is looked up', async () => {
  const { invoiceId, endToEndId } = await newPaid();
  const body = { type: 'https://pix.bcb.gov.br/api/v2/error/PixDevolucaoInvalida', status: 400, detail: 'Usado.' };
  merchant.bank.next('put_devolucao', { kind: 'answer', status: 400, body, isDone: true });

  expect((await merchant.refund(invoiceId)).body).toMatchObject({ amount: '100.00', status: 'SUCCEEDED' });
  expect(await merchant.bank.refundsOf(endToEndId)).toHaveLength(1);
});

describe('fifty refunds at once', () => {
  it('never give back more than came', async () => {
    const { invoiceId, endToEndId } = await newPaid();
    const answers = await Promise.all(Array.from({ length: 50 }, () => merchant.refund(invoiceId, { amount: '7.00' })));

    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(14);
    expect(new Set(taken.map(({ body }) => body['id'])).size).toBe(14);
    for (const { status, body } of answers.filter((each) => !taken.includes(each))) {
      expect([status, body['code']]).toEqual([409, 'refund.exceeds_paid']);
    }
    await eventually(async () => (await merchant.bank.refundsOf(endToEndId)).length === 14);
    expect((await merchant.refunds(invoiceId)).body).toMatchObject({ refundable: '2.00' });
  });

  it('through two processes neither', async () => {
    const { invoiceId, endToEndId } = await newPaid();
    const other = await merchant.gateway.startAnother();
    try {
      const authorization = `Bearer ${await merchant.token({})}`;
      const ask = (url: string) =>
        fetch(`${url}/refunds/invoice/${invoiceId}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization },
          body: '{"amount":"9.00"}',
        });
      const urls = Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? merchant.gateway.url : other.url));
      const statuses = (await Promise.all(urls.map(ask))).map(({ status }) => status);

      const taken = statuses.filter((status) => status === 200).length;
      expect(taken).toBeGreaterThan(0);
      expect(taken).toBeLessThanOrEqual(11);
      // A request that loses the race for the stream too often must be retried; no answer is false.
      expect(statuses.filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
      // The reconciler publishes a refund whose outcome could not be written in time: nothing is lost or made up.
      await eventually(async () => {
        clock.advance(60_000);
        const { body } = await merchant.refunds(invoiceId);
        const all = body['data'] as { status: string }[];
        const made = await merchant.bank.refundsOf(endToEndId);
        return all.length === made.length && all.every(({ status }) => status === 'SUCCEEDED');
      });
      const made = (await merchant.bank.refundsOf(endToEndId)).length;
      expect(made).toBeGreaterThanOrEqual(taken);
      expect(made).toBeLessThanOrEqual(11);
    } finally {
      await other.stop();
    }
  });
});

describe('a refund that cannot be', () => {
  it('of an unpaid payment says so', async () => {
    const { invoiceId } = await merchant.offered({ expiresAt: inTenMinutes() });

    expect(await merchant.refund(invoiceId)).toMatchObject({
      status: 409,
      body: {
        ...{ code: 'refund.payment_not_paid', currentStatus: 'PENDING' },
        detail: 'The payment is not paid: nothing was received that could go back.',
      },
    });
  });

  it('of more than is left says how much is', async () => {
    const { invoiceId } = await newPaid();
    await merchant.refund(invoiceId, { amount: '30.00' });

    expect(await merchant.refund(invoiceId, { amount: '70.01' })).toMatchObject({
      status: 409,
      body: { code: 'refund.exceeds_paid', refundable: '70.00' },
    });
  });

  it.each<[string, object, string[]]>([
    ['nothing', { amount: '0.00' }, ['amount']],
    ['three decimals', { amount: '1.000' }, ['amount']],
    ['parts that do not add up', { amount: '3.00', splitRefund: [{ userId: 1, amount: '2.00' }] }, ['splitRefund']],
    ['a reason without an end', { reason: 'x'.repeat(141) }, ['reason']],
  ])('of %s is refused by field', async (_, body, fields) => {
    const { invoiceId } = await newPaid();
    const answer = await merchant.refund(invoiceId, body);

    expect(answer.status).toBe(400);
    expect((answer.body['errors'] as { field: string }[]).map(({ field }) => field)).toEqual(fields);
  });

  it('of all that is left is refused when the parts add up to something else', async () => {
    const { invoiceId } = await newPaid();

    expect(await merchant.refund(invoiceId, { splitRefund: [{ userId: 1_001, amount: '2.00' }] })).toMatchObject({
      status: 400,
      body: { code: 'refund.split_differs' },
    });
  });

  it('of another merchant’s invoice is of none, and needs the scope', async () => {
    const { invoiceId, endToEndId } = await newPaid();
    const stranger = await merchant.token({ userId: 7 });
    const reader = await merchant.token({ scopes: ['charges:read'] });

    expect(await merchant.refund(invoiceId, {}, { token: stranger })).toMatchObject({
      status: 404,
      body: { code: 'refund.invoice_not_found' },
    });
    for (const unknown of ['99999999', 'abc', '9007199254740993']) {
      expect((await merchant.refund(unknown)).status).toBe(404);
      expect((await merchant.refunds(unknown)).status).toBe(404);
    }
    expect((await merchant.refund(invoiceId, {}, { token: reader })).status).toBe(403);
    expect((await merchant.refund(invoiceId, {}, { token: 'nobody' })).status).toBe(401);
    expect(await merchant.bank.refundsOf(endToEndId)).toEqual([]);
  });
});
