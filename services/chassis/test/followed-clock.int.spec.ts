import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { followClock, type FollowedClock } from '../src/service/internal/followed-clock';
import { createLogger } from '../src/log/logger';
import { eventually } from '../src/testing/eventually';

const hourMs = 3_600_000;
/** More than any machine takes between two readings of its clock, and far less than the hours that are moved. */
const toleranceMs = 60_000;
const log = createLogger({ service: 'test', level: 'silent' });

let server: Server;
let url: string;
let answer: { status: number; body: string };
let clock: FollowedClock | undefined;

beforeEach(async () => {
  answer = { status: 200, body: JSON.stringify({ offsetMs: 0 }) };
  server = createServer((_, response) => response.writeHead(answer.status).end(answer.body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sandbox/clock`;
});

afterEach(async () => {
  await clock?.stop();
  clock = undefined;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const aheadMs = (): number => (clock?.now().getTime() ?? 0) - Date.now();
const isAheadBy = (offsetMs: number): boolean => Math.abs(aheadMs() - offsetMs) < toleranceMs;
const moveTo = (offsetMs: number): void => {
  answer = { status: 200, body: JSON.stringify({ offsetMs }) };
};

it('begins at the sandbox’s time', async () => {
  moveTo(2 * hourMs);

  clock = await followClock({ url, log });

  expect(isAheadBy(2 * hourMs)).toBe(true);
});

it('follows forth and back', async () => {
  clock = await followClock({ url, log, intervalMs: 5 });
  moveTo(24 * hourMs);
  await eventually(() => isAheadBy(24 * hourMs));
  moveTo(0);
  await eventually(() => isAheadBy(0));

  expect(isAheadBy(24 * hourMs)).toBe(false);
});

it.each([
  ['a fault', { status: 500, body: '{"offsetMs": 7200000}' }],
  ['no JSON', { status: 200, body: 'half past nine' }],
  ['no offset', { status: 200, body: '{"offsetMs": "later"}' }],
])('stays where it was while the answer is %s', async (_, broken) => {
  moveTo(hourMs);
  clock = await followClock({ url, log, intervalMs: 5 });
  let asked = 0;
  server.on('request', () => (asked += 1));
  answer = broken;

  await eventually(() => asked > 2);

  expect(isAheadBy(hourMs)).toBe(true);
});

it('stops without asking again while the sandbox hangs', async () => {
  const following = await followClock({ url, log, intervalMs: 5 });
  server.removeAllListeners('request');
  let asked = 0;
  server.on('request', () => (asked += 1));
  await eventually(() => asked === 1);

  await following.stop();

  expect(asked).toBe(1);
});

it('uses this machine’s time while the sandbox does not answer', async () => {
  clock = await followClock({ url: 'http://127.0.0.1:1/sandbox/clock', log });

  expect(isAheadBy(0)).toBe(true);
});
