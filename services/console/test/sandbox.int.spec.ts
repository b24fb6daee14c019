import { scopesOfRole, findRole } from '@repasse/contracts/roles';
import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { loadConfig } from '../src/config';
import { orderIdOf } from '../src/sandbox/order-id';
import { startTestConsole } from './running-console';

const charge = 'ch_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2';
const paymentId = 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2';
const pix = { id: 'att_1', paymentMethod: 'PIX', status: 'PENDING', checkoutMeta: { method: 'PIX', emv: '000201' } };
const abroad = {
  ...{ id: 'att_2', paymentMethod: 'INTERNATIONAL', status: 'PENDING' },
  checkoutMeta: { method: 'INTERNATIONAL', publicToken: 'a-token' },
};

let running: Awaited<ReturnType<typeof startTestConsole>>;
let role: string;
let isBehindLink: boolean;
/** Whether the API shows the charge to whoever asks. */
let isOwn: boolean;
let isPaid: boolean;
let attempts: readonly object[];
let played: unknown[];
let told: unknown[];
let changes: unknown[];

beforeAll(async () => {
  running = await startTestConsole({
    identity: (path, body) => {
      if (path === '/internal/audit-outcomes') {
        told.push(body);
        return { status: 204 };
      }
      if (body['change'] !== undefined) changes.push(body['change']);
      const scopes = scopesOfRole(findRole(role) ?? { ...raw, role });
      const portal = isBehindLink ? { linkId: 'ptl_1', returnUrl: null, screens: ['balance'] } : null;
      const about = { person: { memberships: [] }, userId: 1001, role, scopes, portal };
      return { status: 200, body: { ...about, accessToken: 'a-token', auditId: body['change'] ? 'aud_1' : null } };
    },
    api: ({ url = '', headers }) => {
      if (!isOwn || headers.authorization !== 'Bearer a-token')
        return { status: 404, body: { code: 'charge.not_found', detail: 'There is no charge with this id.' } };
      if (url === `/charge/${charge}/attempts`) return { status: 200, body: attempts };
      const entries = isPaid ? [{ type: 'repasse.charge.paid.v1', details: { paymentId } }] : [];
      return url === `/charge/${charge}/timeline` ? { status: 200, body: { entries } } : { status: 500, body: {} };
    },
    sandbox: ({ method = '', url = '' }, text) => {
      const body = text === '' ? null : (JSON.parse(text) as { readonly emv?: string });
      played.push([method, url, body]);
      if (url === '/sandbox/clock') return { status: 200, body: { now: '2026-11-27T12:00:00.000Z', offsetMs: 1000 } };
      const sends = { outcome: 'settled', delayMs: 500, balance: '100.00', sent: [{ receiver: 'ana@pix.example' }] };
      if (url === '/sandbox/pix/sends') return { status: 200, body: sends };
      if (body?.emv === 'paid')
        return { status: 409, body: { code: 'sandbox.pix_already_paid', detail: 'It was paid before.' } };
      return { status: 200, body: {} };
    },
  });
});
afterAll(() => running.stop());
beforeEach(() => {
  [role, isOwn, isBehindLink, isPaid, attempts] = ['DEVELOPER', true, false, true, [pix]];
  [played, told, changes] = [[], [], []];
});

const raw = { profile: 'CUSTOMER', about: '', names: { 'pt-BR': '', en: '' }, scopes: [] } as const;

const at = (path: string): string => `/sandbox-controls${path}`;
const pay = (body: object = {}, id = charge) => running.ask('POST', at(`/charges/${id}/payment`), body);

describe('the sandbox, through the console', () => {
  it('pays a charge by the code that the API shows, and by no other', async () => {
    const answer = await pay({ amount: '9.00', force: true, emv: 'of somebody else' });

    expect(answer.status).toBe(200);
    expect(played).toEqual([['POST', '/sandbox/pix/pay', { emv: '000201', amount: '9.00', force: true }]]);
    await eventuallyHolds(() => {
      expect(told).toEqual([{ auditId: 'aud_1', status: 200 }]);
    });
    expect(changes).toMatchObject([
      { operation: 'sandbox.pay', object: `/sandbox-controls/charges/${charge}/payment` },
    ]);
  });

  it('pays an international order as it is said, the newest attempt unless one is named', async () => {
    attempts = [pix, abroad];
    await pay({ outcome: 'declined' });
    await pay({ attemptId: pix.id });

    expect(played).toEqual([
      ['POST', '/sandbox/international/pay', { token: 'a-token', outcome: 'declined' }],
      ['POST', '/sandbox/pix/pay', { emv: '000201', force: false }],
    ]);
  });

  it('disputes a sale by card, by the order that the acquirer knows', async () => {
    expect((await running.ask('POST', at(`/charges/${charge}/chargeback`), {})).status).toBe(200);
    expect(played).toEqual([['POST', '/sandbox/card/chargeback', { merchantOrderId: orderIdOf(paymentId) }]]);

    isPaid = false;
    const answer = await running.ask('POST', at(`/charges/${charge}/chargeback`), {});
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'sandbox.sale_not_paid' }]);
  });

  it('knows nothing of a charge that the API does not show', async () => {
    isOwn = false;
    for (const path of ['payment', 'chargeback']) {
      const answer = await running.ask('POST', at(`/charges/${charge}/${path}`), {});
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'charge.not_found' }]);
    }
    expect((await pay({}, '..%2F..%2Finternal')).status).toBe(404);
    expect(played).toEqual([]);
    await eventuallyHolds(() => {
      expect(told).toContainEqual({ auditId: 'aud_1', status: 404 });
    });
  });

  it('tells what the sandbox refuses, and what there is nothing to pay of', async () => {
    attempts = [{ ...pix, checkoutMeta: { method: 'PIX', emv: 'paid' } }];
    expect(await (await pay()).json()).toMatchObject({ code: 'sandbox.pix_already_paid', status: 409 });
    attempts = [{ ...pix, checkoutMeta: null }];
    expect(await (await pay()).json()).toMatchObject({ code: 'console.nothing_to_pay', status: 409 });
  });

  it('turns the switches of its world, and shows no payments of others', async () => {
    await running.ask('PUT', at('/chaos'), { pix: { timeoutRate: 1 } });
    const answer = await running.ask('PUT', at('/payouts'), { outcome: 'failed', balance: '0.01' });
    await running.ask('GET', at('/refunds'));

    expect(await answer.json()).toEqual({ outcome: 'settled', delayMs: 500 });
    expect(played).toEqual([
      ['PUT', '/sandbox/chaos', { pix: { timeoutRate: 1 } }],
      ['PUT', '/sandbox/pix/sends', { outcome: 'failed' }],
      ['GET', '/sandbox/refunds', null],
    ]);
  });

  it('moves time forward by what is said, and never back or years ahead', async () => {
    expect((await running.ask('POST', at('/clock'), { aheadMs: 60_000 })).status).toBe(200);
    expect(played.at(-1)).toEqual(['PUT', '/sandbox/clock', { offsetMs: 61_000 }]);
    for (const aheadMs of [0, -1, 1.5, '1', 400 * 86_400_000])
      expect((await running.ask('POST', at('/clock'), { aheadMs })).status).toBe(400);
  });

  it.each([
    ['OWNER', 200],
    ['DEVELOPER', 200],
    ['STAFF_ADMIN', 200],
    ['STAFF_OPERATOR', 200],
    ['FINANCE', 403],
    ['SUPPORT', 403],
    ['READ_ONLY', 403],
    ['SELLER', 403],
  ])('is open to %s: %i', async (name, status) => {
    role = name;
    const [read, paid, moved] = await Promise.all([
      running.ask('GET', at('/chaos')),
      pay(),
      running.ask('POST', at('/clock'), { aheadMs: 1 }),
    ]);
    expect([read.status, paid.status, moved.status]).toEqual([status, status, status]);
    if (status !== 200) expect(played).toEqual([]);
    const session = (await (await running.ask('GET', '/session')).json()) as { readonly sandbox: unknown };
    expect(session.sandbox).toEqual(status === 200 ? { mailboxUrl: 'http://sandbox.example/mailbox' } : null);
  });

  it('is closed behind a portal link', async () => {
    [role, isBehindLink] = ['OWNER', true];
    expect((await pay()).status).toBe(403);
    expect(played).toEqual([]);
  });

  it('takes changes from own pages only, and passes on nothing that has no name', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site' };
    expect((await running.ask('PUT', at('/chaos'), {}, foreign)).status).toBe(403);
    for (const path of ['/mailbox', '/inbox/demo', '/fx', '/pix/keys/a', '/sandbox/chaos'])
      expect((await running.ask('GET', at(path))).status).toBe(404);
    expect(played).toEqual([]);
  });
});

describe('without a sandbox', () => {
  it('there is none: no operation, no word in the session', async () => {
    const alone = await startTestConsole({
      identity: () => ({
        status: 200,
        body: { person: { memberships: [] }, userId: 1001, role: 'OWNER', scopes: ['webhooks:write'], portal: null },
      }),
      api: () => ({ status: 200, body: [pix] }),
    });
    try {
      for (const [method, path] of [
        ['GET', '/chaos'],
        ['POST', `/charges/${charge}/payment`],
        ['POST', '/clock'],
      ] as const)
        expect((await alone.ask(method, at(path), method === 'GET' ? undefined : {})).status).toBe(404);
      expect(await (await alone.ask('GET', '/session')).json()).toMatchObject({ sandbox: null });
    } finally {
      await alone.stop();
    }
  });

  it('is what production is, whatever the setting says', () => {
    const env = {
      ...{ CONSOLE_PUBLIC_URL: 'https://console.example', API_URL: 'http://edge', IDENTITY_URL: 'http://identity' },
      ...{ IDENTITY_TOKEN: 't'.repeat(43), PROVIDER_SANDBOX_URL: 'http://sandbox' },
    };
    expect(loadConfig({ ...env, NODE_ENV: 'production' }).sandboxUrl).toBeUndefined();
    expect(loadConfig(env).sandboxUrl).toBe('http://sandbox');
  });
});

it('has the acquirer’s name of a payment as payment-gateway writes it', () => {
  expect(orderIdOf(paymentId)).toBe('6LKy23ukfzpWpiNLRwSQ');
});
