import { eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { startTestConsole } from './running-console';

let running: Awaited<ReturnType<typeof startTestConsole>>;
let asked: unknown[];
let told: unknown[];

beforeAll(async () => {
  running = await startTestConsole({
    identity: (path, body) => {
      if (path === '/internal/audit-outcomes') {
        told.push(body);
        return { status: 204 };
      }
      const { change } = body as { readonly change?: { readonly operation: string } };
      asked.push(change);
      return { status: 200, body: { accessToken: 'a-token', userId: 1001, auditId: change ? 'aud_1' : null } };
    },
    api: () => ({ status: 200, body: { data: [] } }),
  });
});
afterAll(() => running.stop());
beforeEach(() => {
  [asked, told] = [[], []];
});

it.each([
  ['/charge/list.csv?payer_email=bia%40loja.example', 'exportCharges', '/charge/list.csv'],
  ['/ledger/entries?format=csv', 'listLedgerEntries', '/ledger/entries'],
  ['/reports/statement?from=2026-11-01&format=ofx', 'getStatement', '/reports/statement'],
])('writes down that %s was taken away, and not by which words', async (path, operation, object) => {
  await running.ask('GET', `/api${path}`);

  expect(asked).toMatchObject([{ operation, object, isExport: true }]);
  await eventuallyHolds(() => {
    expect(told).toEqual([{ auditId: 'aud_1', status: 200 }]);
  });
});

it('takes the pages of a list for one file, and what is looked at for none', async () => {
  await running.ask('GET', '/api/ledger/entries?format=csv&cursor=x');
  await running.ask('GET', '/api/ledger/entries?limit=50');

  expect(asked).toEqual([undefined, undefined]);
});
