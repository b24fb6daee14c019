import { createLogger } from '../../log/logger';
import { type Database } from '../../postgres/database';
import { randomIds } from '../../ids';
import { createMetrics } from '../../telemetry/metrics';
import { createRequestBook, type AnsweredCall } from './request-book';

const caller = {
  ...{ userId: 1001, clientId: 'key_1', profile: 'CUSTOMER' as const, scopes: [] },
  ...{ issuedAt: '2026-12-01T10:00:00.000Z', expiresAt: '2026-12-01T11:00:00.000Z' },
};
const call = (more: Partial<AnsweredCall> = {}): AnsweredCall => ({
  ...{ caller, requestId: 'r', method: 'POST', route: '/charge', status: 201, code: undefined, seconds: 0.0123 },
  ...{ isKeyed: true, ...more },
});

/** Takes the rows of each statement, and answers when the test says so. */
const slowDatabase = () => {
  const written: unknown[][] = [];
  const waiting: (() => void)[] = [];
  const query = (_sql: string, [rows]: readonly [string]) => {
    written.push(JSON.parse(rows) as unknown[]);
    return new Promise<unknown[]>((resolve) => waiting.push(() => resolve([])));
  };
  const answer = () => waiting.shift()?.();
  return { db: { query } as unknown as Database, written, answer };
};

const bookOn = (db: Database) => {
  const metrics = createMetrics('test');
  const log = createLogger({ service: 'test', level: 'silent' });
  const clock = { now: () => new Date('2026-12-01T10:00:00.000Z') };
  const leftOut = async () =>
    /^repasse_api_requests_left_out_total.* (\d+)$/m.exec((await metrics.scrapeFor(undefined)).text)?.[1];
  return { book: createRequestBook({ db, clock, ids: randomIds, log, metrics }), leftOut };
};

it('writes what came together by one statement, whatever the database takes for it', async () => {
  const { db, written, answer } = slowDatabase();
  const { book } = bookOn(db);
  book.note(call());
  book.note(call({ status: 400, code: 'request.invalid', isKeyed: false }));
  const stopped = book.stop();
  await new Promise(setImmediate);
  answer();
  await stopped;

  expect(written).toMatchObject([
    [
      { userId: 1001, clientId: 'key_1', route: '/charge', status: 201, code: null, durationMs: 12, isKeyed: true },
      { status: 400, code: 'request.invalid', isKeyed: false },
    ],
  ]);
});

it('has nothing of people and of portal links', async () => {
  const { db, written } = slowDatabase();
  const { book } = bookOn(db);
  book.note(call({ caller: { ...caller, personId: 'per_1' } }));
  book.note(call({ caller: { ...caller, portalLinkId: 'ptl_1' } }));
  await book.stop();

  expect(written).toEqual([]);
});

it('keeps room for changes and refusals, and counts what it leaves out', async () => {
  const { db, written, answer } = slowDatabase();
  const { book, leftOut } = bookOn(db);
  for (let at = 0; at < 300; at += 1) book.note(call({ method: 'GET', status: 200 }));
  for (let at = 0; at < 2_000; at += 1) book.note(call());
  const stopped = book.stop();
  await new Promise(setImmediate);
  answer();
  await stopped;

  expect(written[0]).toHaveLength(2_000);
  expect(await leftOut()).toBe('300');
});

it('counts what a database did not take', async () => {
  const db = { query: () => Promise.reject(new Error('away')) } as unknown as Database;
  const { book, leftOut } = bookOn(db);
  book.note(call());
  await book.stop();

  expect(await leftOut()).toBe('1');
});
