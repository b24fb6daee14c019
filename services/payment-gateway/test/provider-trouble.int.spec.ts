import { eventually } from '@repasse/chassis/testing/eventually';
import { type Bank, startBank } from './support/bank';
import { type Gateway, newRequest, quickTimings, startGateway, guardTimings } from './support/gateway';
import { type Treatment } from './support/provider-proxy';

/** Opens after three failures; longer than a test lasts before it lets anything through again. */
const silentBeforeActing: Treatment = { kind: 'silent', isDone: false };
const silentAfterActing: Treatment = { kind: 'silent', isDone: true };
const broken: Treatment = { kind: 'answer', status: 503, body: { title: 'Fora do ar' }, isDone: false };

let bank: Bank;
let gateway: Gateway;

beforeAll(async () => {
  bank = await startBank();
  // The breaker is kept out of the way: it has its own suite below.
  gateway = await startGateway(bank, { guardTimings, providerTimings: quickTimings });
});
afterAll(async () => {
  await gateway.stop();
  await bank.stop();
});
afterEach(() => {
  bank.always('put_cob', undefined);
  bank.always('get_cob', undefined);
  bank.always('token', undefined);
});

describe('a bank that falls silent once', () => {
  it.each([
    ['keeps silent after making the charge', silentAfterActing, 1],
    ['keeps silent without making it', silentBeforeActing, 2],
    ['cuts the connection after making it', { kind: 'cut', isDone: true } satisfies Treatment, 1],
    ['cuts the connection without making it', { kind: 'cut', isDone: false } satisfies Treatment, 2],
    ['answers 503 without making it', broken, 2],
    ['answers 500 after making it', { kind: 'answer', status: 500, isDone: true } satisfies Treatment, 1],
    ['answers with a page', { kind: 'answer', status: 200, body: '<html>', isDone: true } satisfies Treatment, 1],
  ])('and %s is asked for the charge before anything is repeated', async (_, behaviour, putCount) => {
    bank.next('put_cob', behaviour);
    const { paymentId, txid, body } = newRequest();
    const before = bank.count('put_cob');
    const answer = await gateway.requestPayment(body);

    expect(answer.status).toBe(200);
    expect(bank.count('put_cob') - before).toBe(putCount);
    expect((await bank.cob(txid))?.valor.original).toBe('100.00');
    await gateway.expectPublished(paymentId, ['requested', 'offered']);
  });

  it('and is merely slow is waited for', async () => {
    bank.next('put_cob', { kind: 'slow', delayMs: quickTimings.exchangeTimeoutMs / 2 });
    const before = bank.count('put_cob');

    expect((await gateway.requestPayment(newRequest().body)).status).toBe(200);
    expect(bank.count('put_cob') - before).toBe(1);
  });
});

describe('a bank that stays silent', () => {
  it('leaves the payment in doubt, which is no refusal, and is asked again when the request is repeated', async () => {
    bank.always('put_cob', silentBeforeActing);
    const { paymentId, body } = newRequest();
    const answer = await gateway.requestPayment(body);

    expect(answer.status).toBe(504);
    expect(answer.body).toMatchObject({
      code: 'provider.timeout',
      paymentId,
      chargeId: body['chargeId'],
      attemptId: body['attemptId'],
      currentStatus: 'UNKNOWN',
      retryable: true,
    });
    expect(answer.headers.get('retry-after')).toBe('5');
    expect((await gateway.getPayment(paymentId)).body).toMatchObject({ status: 'UNKNOWN', pix: null });
    await gateway.expectPublished(paymentId, ['requested', 'outcome_unknown']);

    bank.always('put_cob', undefined);
    expect((await gateway.requestPayment(body)).status).toBe(200);
    await gateway.expectPublished(paymentId, ['requested', 'outcome_unknown', 'offered']);
  });

  it('makes no second charge when the first was made after all', async () => {
    bank.always('put_cob', silentAfterActing);
    bank.always('get_cob', silentBeforeActing);
    const { txid, body } = newRequest();
    expect((await gateway.requestPayment(body)).status).toBe(504);

    bank.always('put_cob', undefined);
    bank.always('get_cob', undefined);
    const before = bank.count('put_cob');
    expect((await gateway.requestPayment(body)).status).toBe(200);
    expect(bank.count('put_cob')).toBe(before);
    expect(await bank.cob(txid)).toMatchObject({ status: 'ATIVA' });
  });

  it('is told apart from one that is broken', async () => {
    bank.always('put_cob', broken);
    const { paymentId, body } = newRequest();
    const answer = await gateway.requestPayment(body);

    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ code: 'provider.unavailable', retryable: true });
    await gateway.expectPublished(paymentId, ['requested', 'outcome_unknown']);
  });
});

describe('a bank that cannot be reached', () => {
  it('was certainly not asked, so nothing is in doubt, and the request can be repeated', async () => {
    await bank.leave();
    const { paymentId, body } = newRequest();
    const answer = await gateway.requestPayment(body);
    await bank.restart();

    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ code: 'provider.unavailable', currentStatus: 'PENDING', retryable: true });
    await gateway.expectPublished(paymentId, ['requested']);
    expect((await gateway.requestPayment(body)).status).toBe(200);
    await gateway.expectPublished(paymentId, ['requested', 'offered']);
  });
});

describe('a bank that refuses', () => {
  it('ends the payment, and is not asked again for the same one', async () => {
    const refusal = { type: 'https://pix.bcb.gov.br/api/v2/error/RequisicaoInvalida', status: 400, detail: 'Não.' };
    bank.next('put_cob', { kind: 'answer', status: 400, body: refusal, isDone: false });
    const { paymentId, body } = newRequest();
    const first = await gateway.requestPayment(body);
    const asked = bank.count('put_cob');
    const second = await gateway.requestPayment(body);

    expect([first.status, second.status]).toEqual([502, 502]);
    expect(first.body).toMatchObject({ code: 'provider.rejected', currentStatus: 'FAILED', retryable: false });
    expect(JSON.stringify(first.body)).not.toContain('RequisicaoInvalida');
    expect(bank.count('put_cob')).toBe(asked);
    const [, failed] = await gateway.expectPublished(paymentId, ['requested', 'failed']);
    expect(failed?.data).toMatchObject({ reason: 'DECLINED' });
  });

  it('to change a charge that is paid already is asked for the charge instead', async () => {
    const { paymentId, txid, body } = newRequest();
    await bank.book(txid, '100.00');
    await bank.pay(txid);

    expect((await gateway.requestPayment(body)).status).toBe(200);
    expect(bank.count('put_cob')).toBeGreaterThan(0);
    await gateway.expectPublished(paymentId, ['requested', 'offered']);
  });
});

describe('the access token', () => {
  // The gateway above asks for tokens too, whenever it looks after a payment that it left in doubt.
  let itsBank: Bank;
  let patient: Gateway;
  beforeAll(async () => {
    itsBank = await startBank();
    patient = await startGateway(itsBank, { guardTimings });
  });
  afterAll(async () => {
    await patient.stop();
    await itsBank.stop();
  });

  it('is asked for once and used by all', async () => {
    await patient.requestPayment(newRequest().body);
    const before = itsBank.count('token');
    await Promise.all(Array.from({ length: 10 }, () => patient.requestPayment(newRequest().body)));

    expect(itsBank.count('token')).toBe(before);
  });

  it('is renewed, once, when the bank no longer knows it', async () => {
    await patient.requestPayment(newRequest().body);
    itsBank.forgetTokens();
    const before = itsBank.count('token');
    const answers = await Promise.all(Array.from({ length: 10 }, () => patient.requestPayment(newRequest().body)));

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(itsBank.count('token') - before).toBe(1);
  });

  it('that is refused is our trouble and ends no payment', async () => {
    itsBank.forgetTokens();
    itsBank.always('token', { kind: 'answer', status: 401, body: { error: 'invalid_client' }, isDone: false });
    const { paymentId, body } = newRequest();
    const answer = await patient.requestPayment(body);
    itsBank.always('token', undefined);

    expect(answer.status).toBe(503);
    await patient.expectPublished(paymentId, ['requested']);
    expect((await patient.requestPayment(body)).status).toBe(200);
  });
});

describe('the breaker', () => {
  let itsBank: Bank;
  let guardedGateway: Gateway;
  beforeAll(async () => {
    itsBank = await startBank();
    // A busy machine takes a second from the second request to the third.
    const timings = { errorThresholdPercentage: 50, resetTimeoutMs: 4_000, volumeThreshold: 3 };
    guardedGateway = await startGateway(itsBank, { guardTimings: timings });
  });
  afterAll(async () => {
    await guardedGateway.stop();
    await itsBank.stop();
  });

  it('leaves a failing bank alone, answers at once, and lets calls through again when it has recovered', async () => {
    itsBank.always('put_cob', broken);
    itsBank.always('get_cob', broken);
    await guardedGateway.requestPayment(newRequest().body);
    await guardedGateway.requestPayment(newRequest().body);
    await eventually(async () => (await guardedGateway.metric('repasse_breaker_state')) !== '');

    const { paymentId, body } = newRequest();
    const before = itsBank.questions.length;
    const answer = await guardedGateway.requestPayment(body);
    expect(answer.status).toBe(503);
    expect(answer.body).toMatchObject({ currentStatus: 'PENDING', retryable: true });
    expect(itsBank.questions.length).toBe(before);
    await guardedGateway.expectPublished(paymentId, ['requested']);

    itsBank.always('put_cob', undefined);
    itsBank.always('get_cob', undefined);
    await eventually(async () => (await guardedGateway.requestPayment(body)).status === 200);
  });
});
