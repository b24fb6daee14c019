import { fakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { type TestAnswer } from '@repasse/chassis/testing/http-test';
import { TOTP } from 'otpauth';
import { newEmail, startTestIdentity, type IssuedKey, type TestIdentity } from './identity';

const clock = fakeClock('2026-12-01T10:00:00.000Z');
const stepMs = 30_000;
const dayMs = 86_400_000;

let identity: TestIdentity;
let key: IssuedKey;
let secret: string;
/** Of a seller who has no second factor, and of a merchant who knows none of them. */
let seller: string;
let own: IssuedKey;
let stranger: IssuedKey;

const ask = async (method: string, path: string, body?: object, by = key): Promise<TestAnswer> =>
  identity.call(method, path, body, { authorization: `Bearer ${await identity.tokenOf(by)}` });

const code = (): string => new TOTP({ secret }).generate({ timestamp: clock.now().getTime() });
const wrong = (): string => (code() === '000000' ? '000001' : '000000');

beforeAll(async () => {
  identity = await startTestIdentity(clock);
  key = await identity.issueKey(await identity.createUser());
  secret = String((await ask('POST', '/second-factor')).body['secret']);
  await ask('POST', '/second-factor/confirmation', { code: code() });
  seller = await sellerWith('12345678909');
  own = await identity.issueKey(Number(seller));
  stranger = await identity.issueKey(await identity.createUser());
});
afterAll(() => identity.stop());

/** Each document is another seller. */
const sellerWith = async (document: string): Promise<string> =>
  String(
    (await ask('POST', '/recipients', { email: newEmail(), kind: 'PERSON', name: 'Ana Souza', document })).body['id'],
  );

const added = async (userId: string): Promise<{ readonly userId: string; readonly path: string }> => {
  const pixKey = { type: 'EVP', key: '123e4567-e89b-12d3-a456-426614174000' };
  const { body } = await ask('POST', `/recipients/${userId}/destinations`, { kind: 'PIX_KEY', pixKey });
  return { userId, path: `/recipients/${userId}/destinations/${String(body['id'])}` };
};

const confirm = (path: string, given: string, by = key) => ask('POST', `${path}/confirmation`, { code: given }, by);

it('is refused while the second factor itself is new', async () => {
  const { path } = await added(await sellerWith('52998224725'));
  clock.advance(stepMs);

  expect(await confirm(path, code())).toMatchObject({
    status: 409,
    body: { code: 'second_factor.too_new', provesFrom: '2026-12-02T10:00:00.000Z' },
  });
  clock.advance(dayMs);
});

it('needs a right code, lets money go there at once, and is told once', async () => {
  const { userId, path } = await added(await sellerWith('11144477735'));

  expect(await confirm(path, wrong())).toMatchObject({ status: 409, body: { code: 'second_factor.code_wrong' } });
  const usableAt = clock.now().toISOString();
  expect(await confirm(path, code())).toMatchObject({ status: 200, body: { usableAt } });
  clock.advance(stepMs);
  // What waits no more needs no code, and its time stays.
  expect(await confirm(path, wrong())).toMatchObject({ status: 200, body: { usableAt } });
  const told = await eventually(async () => {
    const events = await identity.bus.published('identity.events.v1', userId);
    return events.some(({ type }) => type === 'repasse.destination.confirmed.v1') ? events : undefined;
  });
  expect(told.filter(({ type }) => type === 'repasse.destination.confirmed.v1')).toEqual([
    expect.objectContaining({ data: expect.objectContaining({ confirmedAt: usableAt }) as unknown }),
  ]);
});

it('takes no code twice, and is nothing for who has no second factor or does not know the seller', async () => {
  const [first, second] = [await added(await sellerWith('39053344705')), await added(seller)];
  clock.advance(stepMs);
  const used = code();
  expect((await confirm(first.path, used)).status).toBe(200);

  expect(await confirm(second.path, used)).toMatchObject({ status: 409, body: { code: 'second_factor.code_wrong' } });
  expect(await confirm(second.path, '123456', own)).toMatchObject({
    status: 409,
    body: { code: 'second_factor.not_active' },
  });
  expect((await confirm(second.path, '123456', stranger)).status).toBe(404);
});
