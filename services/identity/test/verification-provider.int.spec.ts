import { type IncomingHttpHeaders } from 'node:http';
import { randomIds } from '@repasse/chassis/ids';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { startStandIn } from '@repasse/chassis/testing/stand-in';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { simulateProviders, type SimulatedProviders } from '@repasse/provider-sandbox/testing/simulated-providers';
import express from 'express';
import { Webhook } from 'standardwebhooks';
import { answerOf, createHttpProvider } from '../src/verification/http-provider';
import { verificationsWaiting } from '../src/verification/measure-waiting';
import { isSigned } from '../src/verification/signature';
import { newEmail, startTestIdentity, type IssuedKey, type TestIdentity } from './identity';
import { newCpf } from './new-cpf';

const clock = fakeClock('2026-12-01T10:00:00.000Z');
const token = 'the-token-of-the-verifier-in-the-tests';
const [oldSecret, secret] = [
  'b2xkLXNlY3JldC1vZi10aGUtdGVzdHMtb2YtMzItYg==',
  'bmV3LXNlY3JldC1vZi10aGUtdGVzdHMtb2YtMzItYg==',
].map((each) => `whsec_${each}`);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let sandbox: SimulatedProviders;
let identity: TestIdentity;
let merchant: IssuedKey;
let staff: IssuedKey;

beforeAll(async () => {
  sandbox = await simulateProviders({ VERIFICATION_TOKEN: token }, clock);
  identity = await startTestIdentity(clock, {
    VERIFICATION_BASE_URL: `${sandbox.url}/verification`,
    VERIFICATION_TOKEN: token,
    VERIFICATION_CALLBACK_SECRETS: `${String(oldSecret)},${String(secret)}`,
    VERIFICATION_REQUIRED_DOCUMENTS: 'PERSON:IDENTITY_FRONT,PERSON:SELFIE',
  });
  merchant = await identity.issueKey(await identity.createUser());
  staff = await identity.issueKey(await identity.createUser('OPERATOR'));
});
afterAll(async () => {
  await identity.stop();
  await sandbox.stop();
});
beforeEach(() => sandbox.verifications.set({ outcome: 'VERIFIED', delayMs: 0 }));
afterEach(() => sandbox.chaos.set({}));

const ask = async (method: string, path: string, body?: object, by = merchant): Promise<TestAnswer> =>
  identity.call(method, path, body, { authorization: `Bearer ${await identity.tokenOf(by)}` });

const name = 'Ana Souza';
const nobody = {
  ...{ name, tradeName: null, document: '52998224725', telephone: null, address: null },
  ...{ birthDate: null, representative: null, activity: null },
};
const address = {
  ...{ street: 'Rua Augusta', number: '10', district: 'Consolação', city: 'São Paulo' },
  ...{ state: 'SP', postalCode: '01304000' },
};

/** A seller whose data is whole, with these documents. */
const seller = async (kinds = ['IDENTITY_FRONT', 'SELFIE']): Promise<string> => {
  const body = { email: newEmail(), kind: 'PERSON', name, document: newCpf(), telephone: '+5511987654321' };
  const answer = await ask('POST', '/recipients', { ...body, address, birthDate: '1990-04-21' });
  const id = String(answer.body['id']);
  for (const kind of kinds) await addDocument(id, kind);
  return id;
};
const addDocument = (id: string, kind: string): Promise<TestAnswer> =>
  ask('POST', `/recipients/${id}/documents`, {
    ...{
      kind,
      sha256: randomIds
        .ulid()
        .toLowerCase()
        .replaceAll(/[^0-9a-f]/g, '0')
        .padEnd(64, 'a'),
    },
    ...{ sizeBytes: 1_000, contentType: 'image/jpeg', location: `s3://documents/${id}/${kind}` },
  });
const submit = (id: string) => ask('POST', `/recipients/${id}/verification`);
const steps = async (id: string) => (await ask('GET', `/recipients/${id}/verification`, undefined, staff)).body;
const becomes = (id: string, status: string) =>
  eventually(async () => {
    clock.advance(minuteMs);
    return (await steps(id))['status'] === status;
  });
const requestOf = async (id: string) => ((await steps(id))['requests'] as readonly Record<string, unknown>[])[0] ?? {};
/** Until the provider was asked. */
const asked = (id: string) =>
  eventually(async () => {
    clock.advance(minuteMs);
    return (await requestOf(id))['status'] === 'ASKED';
  });

/** By whom verifications that wait are to be decided, as the gauges have it. */
const waiting = async () => {
  const found = await verificationsWaiting(identity.db, clock.now().toISOString());
  return Object.fromEntries(found.map(({ decider, count }) => [decider, count]));
};

describe('a recipient who is submitted', () => {
  it('is verified by the provider, which gets data and documents, and both steps are kept', async () => {
    const id = await seller();
    expect(await submit(id)).toMatchObject({ status: 200, body: { verification: { status: 'PENDING' } } });
    await becomes(id, 'VERIFIED');

    const { id: verificationId, ...request } = await requestOf(id);
    expect(request).toMatchObject({ status: 'ENDED', result: 'VERIFIED', reasons: [] });
    expect(await steps(id)).toMatchObject({
      steps: [
        { verification: 'PENDING', byClientId: merchant.clientId },
        { verification: 'VERIFIED', byUserId: null, byClientId: 'verification-provider' },
      ],
    });
    expect(await sandbox.verifier?.parties.find(String(verificationId))).toMatchObject({ name });
    const published = (await identity.bus.published('identity.events.v1', id)).map(({ type }) => type);
    expect(published.slice(-2)).toEqual(['repasse.recipient.submitted.v1', 'repasse.recipient.verified.v1']);
    expect(JSON.stringify(await identity.db.query('select to_jsonb(t) from verification_requests t'))).not.toContain(
      name,
    );
  });

  it('is refused with the provider’s reasons', async () => {
    await sandbox.verifications.set({ outcome: 'REFUSED', delayMs: 0 });
    const id = await seller();
    await submit(id);
    await becomes(id, 'REFUSED');

    expect((await ask('GET', `/recipients/${id}`)).body).toMatchObject({
      verification: { status: 'REFUSED', refusalReasons: ['DOCUMENT_MISMATCH'] },
    });
  });

  it('is left to a person where the provider cannot tell', async () => {
    await sandbox.verifications.set({ outcome: 'NEEDS_REVIEW', delayMs: 0 });
    const id = await seller();
    await submit(id);
    expect(await waiting()).toMatchObject({ operator: 0, provider: 1 });
    await eventually(async () => {
      clock.advance(minuteMs);
      return (await requestOf(id))['result'] === 'NEEDS_REVIEW';
    });

    expect(await steps(id)).toMatchObject({ status: 'PENDING' });
    expect(await waiting()).toMatchObject({ operator: 1, provider: 0 });
    const decided = await ask('POST', `/recipients/${id}/verification/decision`, { decision: 'VERIFIED' }, staff);
    expect(decided.status).toBe(200);
  });

  it('needs the documents that the installation asks for, each named', async () => {
    const id = await seller(['SELFIE']);

    expect(await submit(id)).toMatchObject({
      status: 409,
      body: {
        code: 'recipient.incomplete',
        errors: [{ field: 'documents', message: 'must have one of the kind IDENTITY_FRONT' }],
      },
    });
    await addDocument(id, 'IDENTITY_FRONT');
    expect((await submit(id)).status).toBe(200);
  });
});

describe('a provider in trouble', () => {
  it('is asked again until it answers, and nobody is verified twice', async () => {
    await sandbox.chaos.set({ verification: { errorRate: 1 } });
    const id = await seller();
    await submit(id);
    await eventually(async () =>
      /outcome="unavailable".* [1-9]/.test(await identity.metric('repasse_identity_verification_answers_total')),
    );
    await sandbox.chaos.set({});
    await becomes(id, 'VERIFIED');

    expect((await steps(id))['steps']).toHaveLength(2);
  });

  it('decides nothing that an operator has decided meanwhile', async () => {
    await sandbox.verifications.set({ outcome: 'PENDING', delayMs: 0 });
    const id = await seller();
    await submit(id);
    await asked(id);
    const refusal = { decision: 'REFUSED', reasons: ['DOCUMENT_UNREADABLE'] };
    await ask('POST', `/recipients/${id}/verification/decision`, refusal, staff);
    await sandbox.verifications.set({ outcome: 'VERIFIED', delayMs: 0 });
    clock.advance(12 * hourMs);
    await eventually(async () => (await requestOf(id))['status'] === 'ENDED');

    expect(await steps(id)).toMatchObject({ status: 'REFUSED' });
    expect(await requestOf(id)).toMatchObject({ result: null });
  });
});

describe('POST /callbacks/verification', () => {
  const call = async (verificationId: string, by: string, at = clock.now()): Promise<TestAnswer> => {
    const body = JSON.stringify({ verificationId });
    const signature = new Webhook(by).sign('msg_1', at, body);
    const timestamp = String(Math.floor(at.getTime() / 1_000));
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature };
    return identity.call('POST', '/callbacks/verification', { verificationId }, headers);
  };

  it.each([oldSecret, secret])('makes identity look at once, signed by one of the secrets', async (by) => {
    await sandbox.verifications.set({ outcome: 'PENDING', delayMs: 0 });
    const id = await seller();
    await submit(id);
    await asked(id);
    await sandbox.verifications.set({ outcome: 'VERIFIED', delayMs: 0 });
    sandbox.sweeper.wake();
    const { id: verificationId } = await requestOf(id);
    await eventually(async () => (await sandbox.verifier?.parties.find(String(verificationId)))?.result === 'VERIFIED');

    expect((await call(String(verificationId), String(by))).status).toBe(204);
    await eventually(async () => (await steps(id))['status'] === 'VERIFIED');
  });

  it('believes nobody else, nothing old, and knows no strangers', async () => {
    const unknown = `ver_${randomIds.ulid()}`;
    const forged = { status: 403, body: { code: 'callback.signature_invalid' } };

    expect(await call(unknown, 'whsec_c3RyYW5nZXItc2VjcmV0LW9mLXRoZS10ZXN0cy0zMmI=')).toMatchObject(forged);
    expect(await call(unknown, String(secret), new Date(clock.now().getTime() - 400_000))).toMatchObject(forged);
    expect((await call(unknown, String(secret))).status).toBe(204);
  });
});

it('understands how the sandbox signs', async () => {
  const calls: { readonly body: Buffer; readonly headers: IncomingHttpHeaders }[] = [];
  const receiver = await startStandIn(
    express().use(express.raw({ type: '*/*' }), (request, response) => {
      calls.push({ body: request.body as Buffer, headers: request.headers });
      response.status(204).end();
    }),
  );
  const calling = await simulateProviders(
    {
      ...{ VERIFICATION_TOKEN: token, VERIFICATION_CALLBACK_URL: receiver.url },
      VERIFICATION_CALLBACK_SECRET: String(secret),
    },
    clock,
  );
  await calling.verifications.set({ outcome: 'VERIFIED', delayMs: 0 });
  const provider = createHttpProvider({
    ...{ baseUrl: `${calling.url}/verification`, token: () => token, metrics: createMetrics('test') },
  });
  const verificationId = `ver_${randomIds.ulid()}`;
  await provider.request({ verificationId, kind: 'PERSON', data: nobody, documents: [] });
  await eventually(() => calls.length > 0);
  provider.stop();
  await Promise.all([calling.stop(), receiver.stop()]);

  const [call] = calls;
  expect(JSON.parse(String(call?.body))).toEqual({ verificationId });
  expect(isSigned(call?.body ?? Buffer.alloc(0), call?.headers ?? {}, [String(secret)], clock.now())).toBe(true);
  expect(isSigned(Buffer.from('{}'), call?.headers ?? {}, [String(secret)], clock.now())).toBe(false);
});

describe('an answer of a provider', () => {
  it.each([
    [200, '{"status":"PENDING"}', { outcome: 'pending' }],
    [200, '{"status":"DECIDED","result":"REFUSED"}', { outcome: 'decided', reasons: ['PROVIDER_REFUSED'] }],
    [200, '{"status":"DECIDED","result":"REFUSED","reasons":["Ana Souza","OK_1"]}', { reasons: ['OK_1'] }],
    [200, '{"status":"DECIDED","result":"MAYBE"}', { outcome: 'unavailable' }],
    [200, '<html>', { outcome: 'unavailable' }],
    [404, '', { outcome: 'unknown' }],
    [422, '', { outcome: 'decided', result: 'NEEDS_REVIEW' }],
    [401, '', { outcome: 'unavailable' }],
    [503, '', { outcome: 'unavailable' }],
  ])('%d %s is read', (status, text, read) => {
    expect(answerOf({ status, text })).toMatchObject(read);
  });
});
