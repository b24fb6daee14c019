import { randomBytes } from 'node:crypto';
import { eventually } from '@repasse/chassis/testing/eventually';
import { Webhook } from 'standardwebhooks';
import { loadConfig } from '../src/config';
import { newTxid, TestSandbox } from './sandbox';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await TestSandbox.start();
});
afterEach(() => sandbox.call('PUT', '/sandbox/chaos', {}));
afterAll(() => sandbox.stop());

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;
const sign = (secret: string, body: string, at = new Date()) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
  'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
});
const send = (inbox: string, body: string, headers: Record<string, string> = {}) =>
  sandbox.call('POST', `/sandbox/inbox/${inbox}`, body, headers);

describe('an inbox', () => {
  const body = '{"type":"charge.paid","data":{"amount":"1.00"}}';

  it('keeps what comes, byte for byte, whatever its type', async () => {
    const odd = '{ not json\r\n é';
    await send('odd', 'one\u0000two');
    await send('odd', odd, { 'content-type': 'application/x-what', 'x-mine': 'yes' });

    expect(await sandbox.inbox('odd')).toMatchObject([
      { rawBody: 'one\uFFFDtwo' },
      { rawBody: odd, verified: false, answered: 200, headers: { 'x-mine': 'yes' } },
    ]);
  });

  it('verifies signatures under any known secret', async () => {
    const [known, unknown] = [newSecret(), newSecret()];
    await sandbox.call('POST', '/sandbox/inbox-secrets', { secret: known });
    await sandbox.call('POST', '/sandbox/inbox-secrets', { secret: newSecret() });
    await send('signed', body, sign(known, body));
    await send('signed', body, sign(unknown, body));
    await send('signed', `${body} `, sign(known, body));
    await send('signed', body, sign(known, body, new Date(Date.now() - 400_000)));

    expect((await sandbox.inbox('signed')).map(({ verified }) => verified)).toEqual([true, false, false, false]);
  });

  it('goes by the sandbox’s clock, as senders do', async () => {
    const [secret, dayMs] = [newSecret(), 86_400_000];
    await sandbox.call('POST', '/sandbox/inbox-secrets', { secret });
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: dayMs });
    await send('later', body, sign(secret, body, new Date(Date.now() + dayMs)));
    await send('later', body, sign(secret, body));
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 0 });
    await send('later', body, sign(secret, body, new Date(Date.now() + dayMs)));

    expect((await sandbox.inbox('later')).map(({ verified }) => verified)).toEqual([true, false, false]);
  });

  it('checks again what came just before its secret was known', async () => {
    const secret = newSecret();
    await send('early', body, sign(secret, body));
    expect(await sandbox.inbox('early')).toMatchObject([{ verified: false }]);
    await sandbox.call('PUT', '/sandbox/inbox/early', { secret });

    expect(await sandbox.inbox('early')).toMatchObject([{ verified: true }]);
  });

  it('refuses as often as it is told, also of messages at once', async () => {
    await sandbox.call('PUT', '/sandbox/inbox/moody', { failTimes: 3, status: 503 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('moody', body)));

    expect(answers.filter(({ status }) => status === 503)).toHaveLength(3);
    expect(await sandbox.inbox('moody')).toHaveLength(10);
  });

  it('plays dead for good, redirects, and comes back', async () => {
    await sandbox.call('PUT', '/sandbox/inbox/dead', { status: 302 });
    expect((await send('dead', body)).headers.get('location')).toBe('/sandbox/inbox/dead');
    expect((await send('dead', body)).status).toBe(302);
    await sandbox.call('DELETE', '/sandbox/inbox/dead');

    expect(await sandbox.inbox('dead')).toEqual([]);
    expect((await send('dead', body)).status).toBe(200);
  });

  it('takes its time', async () => {
    await sandbox.call('PUT', '/sandbox/inbox/slow', { delayMs: 200 });
    const startedMs = performance.now();
    await send('slow', body);

    expect(performance.now() - startedMs).toBeGreaterThan(190);
  });

  it('keeps its messages, secrets and moods over a restart', async () => {
    const secret = newSecret();
    await sandbox.call('PUT', '/sandbox/inbox/kept', { failTimes: 1, secret });
    await sandbox.restart();
    expect((await send('kept', body, sign(secret, body))).status).toBe(500);
    await sandbox.restart();

    expect(await sandbox.inbox('kept')).toMatchObject([{ verified: true, answered: 500 }]);
    expect((await send('kept', body)).status).toBe(200);
  });

  it.each([
    ['too large a message', 'large', 'x'.repeat(300_000), 413],
    ['an impossible name', 'a%20b', body, 400],
  ])('refuses %s', async (_what, name, content, status) => {
    expect((await send(name, content)).status).toBe(status);
  });

  it.each([[{ secret: 'whsec_' }], [{ secret: 'nothing' }], [{}]])('does not take %j for a secret', async (given) => {
    expect(await sandbox.call('POST', '/sandbox/inbox-secrets', given)).toMatchObject({
      status: 400,
      body: { code: 'request.invalid' },
    });
  });
});

describe('chaos', () => {
  it('is off at first, and after an empty PUT', async () => {
    const calm = { latencyMs: 0, errorRate: 0, timeoutRate: 0, dropCallbacks: false, delayCallbacksMs: 0 };
    await sandbox.call('PUT', '/sandbox/chaos', { pix: { latencyMs: 5 } });
    expect((await sandbox.call('GET', '/sandbox/chaos')).body).toMatchObject({ pix: { ...calm, latencyMs: 5 } });
    await sandbox.restart();
    expect((await sandbox.call('GET', '/sandbox/chaos')).body).toMatchObject({ pix: { latencyMs: 5 } });

    expect((await sandbox.call('PUT', '/sandbox/chaos', {})).body).toMatchObject({ pix: calm });
  });

  it('refuses requests before anything is done', async () => {
    const txid = newTxid();
    await sandbox.psp('GET', '/v2/webhook');
    await sandbox.call('PUT', '/sandbox/chaos', { pix: { errorRate: 1 } });
    expect(await sandbox.psp('PUT', `/v2/cob/${txid}`, {})).toMatchObject({
      status: 503,
      body: { type: 'https://pix.bcb.gov.br/api/v2/error/ServicoIndisponivel' },
    });
    await sandbox.call('PUT', '/sandbox/chaos', {});

    expect((await sandbox.psp('GET', `/v2/cob/${txid}`)).status).toBe(404);
  });

  it('carries out what it does not answer', async () => {
    const txid = newTxid();
    await sandbox.psp('GET', '/v2/webhook');
    await sandbox.call('PUT', '/sandbox/chaos', { pix: { timeoutRate: 1 } });
    const unanswered = sandbox.createCob(txid).catch((fault: unknown) => fault);
    await sandbox.call('PUT', '/sandbox/chaos', {});

    await eventually(async () => (await sandbox.psp('GET', `/v2/cob/${txid}`)).status === 200);
    const outcome = await Promise.race([unanswered.then(() => 'answered'), Promise.resolve('silent')]);
    expect(outcome).toBe('silent');
  });

  it.each([[{ pix: { errorRate: 2 } }], [{ pix: { latencyMs: -1 } }], [{ pix: { dropCallbacks: 'yes' } }]])(
    'refuses %j',
    async (body) => {
      expect((await sandbox.call('PUT', '/sandbox/chaos', body)).status).toBe(400);
    },
  );
});

describe('the clock', () => {
  afterEach(() => sandbox.call('PUT', '/sandbox/clock', { offsetMs: 0 }));

  it('is moved by an offset, and stays moved', async () => {
    await sandbox.call('PUT', '/sandbox/clock', { offsetMs: 86_400_000 });
    await sandbox.restart();
    const { now, offsetMs } = (await sandbox.call('GET', '/sandbox/clock')).body;

    expect(offsetMs).toBe(86_400_000);
    expect(Date.parse(String(now)) - Date.now()).toBeGreaterThan(86_000_000);
  });

  it('is set to a moment, and runs on', async () => {
    const { now } = (await sandbox.call('PUT', '/sandbox/clock', { now: '2030-01-01T00:00:00Z' })).body;

    expect(String(now)).toMatch(/^2030-01-01T00:00:0/);
  });
});

describe('the configuration', () => {
  const env = {
    POSTGRES_URL: 'postgres://localhost/x',
    PIX_CLIENT_ID: 'merchant',
    PIX_CLIENT_SECRET: 'sixteen-characters',
  };

  it('refuses to pretend in production, and a host no BR Code can hold', () => {
    expect(() => loadConfig({ ...env, NODE_ENV: 'production' })).toThrow('NODE_ENV must not be production');
    expect(() => loadConfig({ ...env, PIX_LOCATION_HOST: 'localhost:8090' })).toThrow('PIX_LOCATION_HOST');
    expect(() => loadConfig({ ...env, PIX_LOCATION_HOST: `${'a'.repeat(40)}.example` })).toThrow('PIX_LOCATION_HOST');
    expect(loadConfig(env).pix.locationHost).toBe('psp.sandbox.example');
  });
});
