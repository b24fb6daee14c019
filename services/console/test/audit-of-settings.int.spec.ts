import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { startTestConsole } from './running-console';

let running: Awaited<ReturnType<typeof startTestConsole>>;
/** What the API keeps, by path. */
let kept: Map<string, object>;
let asked: string[];
let told: unknown[];
/** What the API answers to what reads a setting, where it is in trouble. */
let readStatus: number;

beforeAll(async () => {
  running = await startTestConsole({
    identity: (path, body) => {
      if (path !== '/internal/audit-outcomes')
        return { status: 200, body: { accessToken: 'a-token', userId: 1001, auditId: 'aud_1' } };
      told.push(body);
      return { status: 204 };
    },
    api: ({ method = '', url = '', headers }, text) => {
      asked.push(`${method} ${url} ${headers.authorization ?? ''}`);
      const [path = ''] = url.split('?');
      if (method === 'PUT') kept.set(path, JSON.parse(text) as object);
      if (method === 'GET' && readStatus !== 200) return { status: readStatus, body: {} };
      const body = kept.get(path);
      return body === undefined ? { status: 404, body: {} } : { status: 200, body };
    },
  });
});
afterAll(() => running.stop());
beforeEach(() => {
  kept = new Map();
  [asked, told] = [[], []];
  readStatus = 200;
});

const change = (method: string, path: string, body: object): Promise<Response> =>
  running.ask(method, `/api${path}`, body);

it('has what a setting was and became in the audit log, as the person may read it', async () => {
  kept.set('/payment-rules', { late: 'hold', overpaid: 'refund' });
  expect((await change('PUT', '/payment-rules?repasse-user=1001', { late: 'refund', overpaid: 'refund' })).status).toBe(
    200,
  );

  await eventuallyHolds(() => {
    expect(told).toEqual([
      { auditId: 'aud_1', status: 200, changes: [{ field: 'late', before: 'hold', after: 'refund' }] },
    ]);
  });
  expect(asked).toEqual(['GET', 'PUT', 'GET'].map((method) => `${method} /payment-rules Bearer a-token`));
});

it('has the colour of a brand before and after it changed', async () => {
  kept.set('/profile', { displayName: 'Padaria', brandColor: null });
  await change('PUT', '/profile', { displayName: 'Padaria', brandColor: '#7a1fa2' });

  await eventuallyHolds(() => {
    expect(told).toMatchObject([{ changes: [{ field: 'brandColor', after: '#7a1fa2' }] }]);
  });
});

it('reads whose setting it is from the query of the change', async () => {
  await change('PUT', '/payout-policy?user_id=1002', { dayMaximum: '10.00' });

  await eventuallyHolds(() => {
    expect(told).toMatchObject([{ status: 200, changes: [{ field: 'dayMaximum', after: '10.00' }] }]);
  });
  expect(asked[0]).toContain('GET /payout-policy?user_id=1002');
});

it('changes it all the same where it cannot be read, and what changes no setting reads nothing', async () => {
  readStatus = 403;
  expect((await change('PUT', '/payment-rules', { late: 'hold' })).status).toBe(200);
  await eventuallyHolds(() => {
    expect(told).toEqual([{ auditId: 'aud_1', status: 200 }]);
  });

  asked = [];
  await change('POST', '/charge/ch_1/refunds', {});
  expect(asked).toHaveLength(1);
});
