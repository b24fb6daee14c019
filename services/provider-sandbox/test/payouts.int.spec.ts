import { TOTP } from 'otpauth';
import { describedBy } from '@repasse/chassis/testing/described-answers';
import { eventually } from '@repasse/chassis/testing/eventually';
import { signIpn } from '../src/callbacks/carriers';
import { Receiver } from './receiver';
import { ipnSecret, nowPaymentsAccount, TestSandbox, type Answer } from './sandbox';

let sandbox: TestSandbox;
let receiver: Receiver;
let bearer: Record<string, string>;

const { email, password, totpSecret } = nowPaymentsAccount;
const signIn = (credentials: object) => sandbox.call('POST', '/nowpayments/v1/auth', credentials);

beforeAll(async () => {
  [receiver, sandbox] = await Promise.all([Receiver.start(), TestSandbox.start()]);
  bearer = { authorization: `Bearer ${String((await signIn({ email, password })).body['token'])}` };
});
afterEach(async () => {
  await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 0 });
  await control({});
  receiver.reset();
});
afterAll(async () => {
  await sandbox.stop();
  await receiver.stop();
});

const minuteMs = 60_000;
const address = '0x52908400098527886e0f7030069857d2e4169ee7';
const assertDescribed = describedBy('provider-sandbox');

const control = async (body?: object, query = ''): Promise<Answer> => {
  const method = body === undefined ? 'GET' : 'PUT';
  const answer = await sandbox.call(method, `/sandbox/crypto/payouts${query}`, body);
  assertDescribed(method, '/sandbox/crypto/payouts', answer);
  return answer;
};
const ask = (changes: object = {}, headers = bearer): Promise<Answer> => {
  const withdrawal = { address, currency: 'usdtbsc', amount: 50, ipn_callback_url: `${receiver.url}/ipn`, ...changes };
  return sandbox.nowPayments('POST', '/payout', { withdrawals: [withdrawal] }, headers);
};
interface Made {
  readonly batchId: string;
  readonly payoutId: string;
}

const make = async (changes: object = {}): Promise<Made> => {
  const { status, body } = await ask(changes);
  expect(status).toBe(200);
  const [payout] = body['withdrawals'] as Record<string, unknown>[];
  return { batchId: String(body['id']), payoutId: String(payout?.['id']) };
};
const codeAt = (now: number) => new TOTP({ secret: totpSecret }).generate({ timestamp: now });
const verify = (batchId: string, code = codeAt(Date.now()), headers = bearer): Promise<Answer> =>
  sandbox.nowPayments('POST', `/payout/${batchId}/verify`, { verification_code: code }, headers);
const read = async (payoutId: string): Promise<Record<string, unknown>> => {
  const { text } = await sandbox.nowPayments('GET', `/payout/${payoutId}`);
  const [payout = {}] = JSON.parse(text) as Record<string, unknown>[];
  return payout;
};
const reaches = (payoutId: string, status: string) =>
  eventually(async () => (await read(payoutId))['status'] === status);
const ipnsOf = (payoutId: string) =>
  receiver.requests.map(({ body }) => JSON.parse(body) as Record<string, unknown>).filter(({ id }) => id === payoutId);

describe('signing in', () => {
  it.each([
    [{ email, password: 'another-password-altogether' }, 401],
    [{ email: email.toLowerCase(), password }, 401],
    [{ email }, 400],
    [{}, 400],
  ])('with %j is answered %i', async (credentials, status) => {
    expect(await signIn(credentials)).toMatchObject({ status, body: { status: false, statusCode: status } });
  });

  it('lasts five minutes of the sandbox’s clock', async () => {
    const tooSmall = { amount: 0.1 };
    expect((await ask(tooSmall)).status).toBe(400);
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 6 * minuteMs });
    expect(await ask(tooSmall)).toMatchObject({ status: 401, body: { code: 'INVALID_TOKEN' } });
    const renewed = String((await signIn({ email, password })).body['token']);
    expect((await ask(tooSmall, { authorization: `Bearer ${renewed}` })).status).toBe(400);
  });

  it('is needed to pay out, and the key too', async () => {
    expect(await ask({}, {})).toMatchObject({ status: 401, body: { code: 'AUTH_REQUIRED' } });
    expect(await ask({}, { authorization: 'Bearer a.b.c' })).toMatchObject({
      status: 401,
      body: { code: 'INVALID_TOKEN' },
    });
    expect(await ask({}, { ...bearer, 'x-api-key': 'another' })).toMatchObject({ status: 403 });
    expect(await verify('1', '000000', {})).toMatchObject({ status: 401 });
  });
});

describe('an address', () => {
  it('is validated', async () => {
    const validate = (body: object) => sandbox.nowPayments('POST', '/payout/validate-address', body);
    expect(await validate({ address, currency: 'usdtbsc', extra_id: null })).toMatchObject({ status: 200, text: 'OK' });
    expect(await validate({ address: `${address}0`, currency: 'usdtbsc' })).toMatchObject({
      status: 400,
      body: { code: 'BAD_CREATE_WITHDRAWAL_REQUEST', message: `Invalid payout_address: [usdtbsc] [${address}0]` },
    });
  });
});

describe('a payout', () => {
  it('moves nothing before it is verified, and can be made twice', async () => {
    const wanted = { amount: '50', unique_external_id: 'wd_1' };
    const [first, second] = [await make(wanted), await make(wanted)];
    expect(first.batchId).not.toBe(second.batchId);
    expect(await read(first.payoutId)).toMatchObject({
      batch_withdrawal_id: first.batchId,
      status: 'CREATING',
      amount: '50',
      currency: 'usdtbsc',
      address,
      unique_external_id: 'wd_1',
      hash: null,
      error: null,
      requested_at: null,
    });
    await verify(second.batchId);
    await reaches(second.payoutId, 'FINISHED');
    expect(await read(first.payoutId)).toMatchObject({ status: 'CREATING' });
  });

  it('once verified is finished step by step, and the merchant is told of each, signed', async () => {
    const { batchId, payoutId } = await make({ amount: 12.345678 });
    expect(await verify(batchId)).toMatchObject({ status: 200, text: 'OK' });
    await reaches(payoutId, 'FINISHED');
    await eventually(() => ipnsOf(payoutId).length === 4);
    const told = ipnsOf(payoutId);
    expect(told.map(({ status }) => status)).toEqual(['WAITING', 'PROCESSING', 'SENDING', 'FINISHED']);
    const { hash } = await read(payoutId);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(told.at(-1)).toMatchObject({ batch_withdrawal_id: batchId, amount: '12.345678', address, hash });
    const request = receiver.requests[0];
    expect(request?.headers['x-nowpayments-sig']).toBe(signIpn(ipnSecret, request?.body ?? ''));
    const answered = await control(undefined, `?payAddress=${address}`);
    expect(answered.body['payouts']).toContainEqual(expect.objectContaining({ payoutId, status: 'FINISHED', hash }));
    const elsewhere = await control(undefined, '?payAddress=0x0000000000000000000000000000000000000000');
    expect(elsewhere.body['payouts']).toEqual([]);
  });

  it.each([
    ['FAILED', 'Transaction failed'],
    ['REJECTED', 'Payout was rejected'],
  ])('can be %s', async (outcome, error) => {
    await control({ outcome });
    const { batchId, payoutId } = await make();
    await verify(batchId);
    await reaches(payoutId, outcome);
    expect(await read(payoutId)).toMatchObject({ error, hash: null });
  });

  it('can be left where it is, and goes on later, after a restart too', async () => {
    await control({ outcome: 'PROCESSING' });
    const { batchId, payoutId } = await make();
    await verify(batchId);
    await reaches(payoutId, 'PROCESSING');
    await sandbox.restart();
    expect((await control()).body).toMatchObject({ outcome: 'PROCESSING' });
    await control({});
    await reaches(payoutId, 'FINISHED');
  });

  it('of more than there is, is refused like a wrong address, in other words', async () => {
    await control({ custodyUsd: 49 });
    expect(await ask()).toMatchObject({
      status: 400,
      body: {
        code: 'BAD_CREATE_WITHDRAWAL_REQUEST',
        message: 'Insufficient balance',
        current_values: { usdtbsc: { requested: 50, actualBalance: 49 } },
      },
    });
    expect((await ask({ amount: 49 })).status).toBe(200);
  });

  it('takes ten wrong codes, then none, and is rejected after an hour', async () => {
    const { batchId, payoutId } = await make();
    const wrong = codeAt(Date.now() + 10 * minuteMs);
    for (let tries = 0; tries < 10; tries++)
      expect(await verify(batchId, wrong)).toMatchObject({ status: 400, body: { code: 'INVALID_VERIFICATION_CODE' } });
    expect(await verify(batchId)).toMatchObject({ status: 400, body: { code: 'VERIFICATION_ATTEMPTS_EXCEEDED' } });
    expect(await read(payoutId)).toMatchObject({ status: 'CREATING' });
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 60 * minuteMs });
    await reaches(payoutId, 'REJECTED');
    await eventually(() => ipnsOf(payoutId).some(({ status }) => status === 'REJECTED'));
  });

  it('is verified by a code of the sandbox’s time', async () => {
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 60 * minuteMs });
    const renewed = { authorization: `Bearer ${String((await signIn({ email, password })).body['token'])}` };
    const { body } = await ask({}, renewed);
    expect((await verify(String(body['id']), codeAt(Date.now()), renewed)).status).toBe(400);
    expect((await verify(String(body['id']), codeAt(Date.now() + 60 * minuteMs), renewed)).status).toBe(200);
  });

  it('is made by a request that is never answered, and not by one that is refused', async () => {
    const chaos = (crypto: object) => sandbox.call('PUT', '/sandbox/chaos', { crypto });
    const namesOf = async () =>
      ((await control()).body['payouts'] as Record<string, unknown>[]).map((payout) => payout['uniqueExternalId']);
    await chaos({ errorRate: 1 });
    expect((await ask({ unique_external_id: 'refused' })).status).toBe(503);
    await chaos({ timeoutRate: 1 });
    // It is cut when the sandbox stops.
    void ask({ unique_external_id: 'unanswered' }).catch(() => undefined);
    await eventually(async () => (await namesOf()).includes('unanswered'));
    await chaos({});
    expect(await namesOf()).not.toContain('refused');
  });

  it('is verified once by many at once', async () => {
    const { batchId, payoutId } = await make();
    const answers = await Promise.all(Array.from({ length: 5 }, () => verify(batchId)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await reaches(payoutId, 'FINISHED');
    await eventually(() => ipnsOf(payoutId).length === 4);
  });

  it.each([
    ['/payout/none', 400],
    ['/payout/1', 404],
  ])('is not at %s: %i', async (path, status) => {
    expect(await sandbox.nowPayments('GET', path)).toMatchObject({ status, body: { statusCode: status } });
  });

  it('cannot be verified without being there, or without a code', async () => {
    expect((await verify('1')).status).toBe(404);
    expect((await sandbox.nowPayments('POST', '/payout/1/verify', {}, bearer)).status).toBe(400);
    expect((await control({ outcome: 'CREATING' })).status).toBe(400);
  });
});
