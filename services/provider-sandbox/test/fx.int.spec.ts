import { describedBy } from '@repasse/chassis/testing/described-answers';
import { TestSandbox } from './sandbox';

let sandbox: TestSandbox;

beforeAll(async () => {
  sandbox = await TestSandbox.start();
});
beforeEach(() => sandbox.call('PUT', '/sandbox/clock', { now: '2026-11-20T18:00:00.000Z' }));
afterEach(async () => {
  await sandbox.call('PUT', '/sandbox/chaos', {});
  await sandbox.call('PUT', '/sandbox/fx', {});
});
afterAll(() => sandbox.stop());

const assertDescribed = describedBy('provider-sandbox');
const download = (day: string) => sandbox.call('GET', `/fx/Download/fechamento/${day}.csv`);
const setFx = async (body: object) => {
  const answer = await sandbox.call('PUT', '/sandbox/fx', body);
  assertDescribed('PUT', '/sandbox/fx', answer);
  return answer;
};

describe('the source of exchange rates', () => {
  it('serves the files of weekdays up to the sandbox’s now', async () => {
    const file = await download('20261120');
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(file.text).toMatch(/^20\/11\/2026;145;A;AED;/);

    expect((await download('20261115')).status).toBe(404);
    expect((await download('20261123')).status).toBe(404);
    await sandbox.call('PUT', '/sandbox/clock', { now: '2026-11-23T18:00:00.000Z' });
    expect((await download('20261123')).status).toBe(200);
  });

  it('has the rates that are set, over a restart too, until they are left alone', async () => {
    expect((await setFx({ rates: { USD: '5', JPY: '0.0325' } })).body).toEqual({
      rates: { USD: '5.00000000', JPY: '0.03250000' },
      unpublishedDays: 0,
    });
    await sandbox.restart();
    expect((await download('20261119')).text).toContain(';USD;5,00000000;5,00000000;');

    await setFx({});
    expect((await download('20261119')).text).not.toContain(';USD;5,00000000;');
  });

  it('stops publishing', async () => {
    await setFx({ unpublishedDays: 3 });
    expect((await download('20261118')).status).toBe(404);
    expect((await download('20261117')).status).toBe(200);
  });

  it('is out of order', async () => {
    await sandbox.call('PUT', '/sandbox/chaos', { fx: { errorRate: 1 } });
    expect((await download('20261120')).status).toBe(503);
  });

  it.each([
    [{ rates: { XXX: '1' } }],
    [{ rates: { USD: '0' } }],
    [{ rates: { USD: '1,5' } }],
    [{ rates: { USD: 5 } }],
    [{ unpublishedDays: -1 }],
  ])('does not take %j', async (body) => {
    expect((await setFx(body)).status).toBe(400);
  });
});
