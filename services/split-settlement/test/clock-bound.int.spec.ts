import { isRetryableFault } from '@repasse/chassis/postgres/faults';
import { systemClock } from '@repasse/chassis/clock';
import { tellClock } from '../src/store/ledger-clock';
import { closeUntil } from '../src/store/reports/close-days';
import { olga, paidCharge } from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('clock bound');
  await tellClock(ledger.db, systemClock);
});
afterAll(() => ledger.close());

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => undefined).catch((fault: unknown) => fault);
const lastDate = async (): Promise<string | undefined> => {
  const [row] = await ledger.db.query<{ at: string }>('select max(booked_at) as at from postings');
  return row?.at;
};

describe('a process whose clock is ahead of the database', () => {
  it('books within a minute of it', async () => {
    ledger.clock.set(inMs(30_000));
    await ledger.book(paidCharge());
    expect(await lastDate()).toBe(ledger.clock.now().toISOString());
  });

  it('books nothing a month ahead, and the others go on with the right date', async () => {
    ledger.clock.set(inMs(30 * 86_400_000));
    const fault = await faultOf(ledger.book(paidCharge()));
    expect(fault).toMatchObject({ message: expect.stringMatching(/more than a minute ahead/) as string });
    // The event is not parked: another process can book it.
    expect(isRetryableFault(fault)).toBe(true);

    ledger.clock.set(inMs(40_000));
    await ledger.book(paidCharge());
    expect(await lastDate()).toBe(ledger.clock.now().toISOString());
  });

  it('closes no day that has not ended', async () => {
    expect(await faultOf(closeUntil(ledger.db, inMs(86_400_000)))).toMatchObject({
      message: expect.stringMatching(/more than a minute ahead/) as string,
    });
  });

  it('is free where the clock is moved by hand', async () => {
    await tellClock(ledger.db, ledger.clock);
    ledger.clock.set(inMs(30 * 86_400_000));
    await ledger.book(paidCharge({ userId: olga }));
    expect(await lastDate()).toBe(ledger.clock.now().toISOString());
  });
});
