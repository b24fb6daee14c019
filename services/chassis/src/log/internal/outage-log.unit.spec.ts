import { createOutageLog } from './outage-log';

describe('a fault that lasts', () => {
  const lines: [level: string, fields: object, message: string][] = [];
  const log = {
    warn: (fields: object, message: string) => void lines.push(['warn', fields, message]),
    info: (fields: object, message: string) => void lines.push(['info', fields, message]),
  } as never;
  beforeEach(() => {
    jest.useFakeTimers();
    lines.length = 0;
  });
  afterEach(() => jest.useRealTimers());

  it('is a line at once, one a minute with a count, and one when it is over', () => {
    const outage = createOutageLog({ log, over: 'back', fields: { part: 'broker' } });
    for (let second = 0; second < 130; second += 1) {
      outage.failed({ second }, 'no broker');
      jest.advanceTimersByTime(1_000);
    }
    outage.recovered();
    outage.recovered();

    expect(lines).toEqual([
      ['warn', { part: 'broker', second: 0 }, 'no broker'],
      ['warn', { part: 'broker', second: 60, faultsSince: 60 }, 'no broker'],
      ['warn', { part: 'broker', second: 120, faultsSince: 60 }, 'no broker'],
      ['info', { part: 'broker', faults: 130, seconds: 130 }, 'back'],
    ]);
  });

  it('is told at once when it comes again after its end, or after a quiet minute', () => {
    const outage = createOutageLog({ log, over: 'back' });
    outage.failed({}, 'first');
    outage.recovered();
    outage.failed({}, 'second');
    jest.advanceTimersByTime(61_000);
    outage.failed({}, 'third');

    expect(lines.map(([, , message]) => message)).toEqual(['first', 'back', 'second', 'third']);
  });

  it('goes on where another part succeeds meanwhile', () => {
    const outage = createOutageLog({ log, over: 'back', quietMs: 5_000 });
    outage.failed({}, 'no broker');
    outage.recovered();
    jest.advanceTimersByTime(1_000);
    outage.failed({}, 'no broker');
    jest.advanceTimersByTime(5_000);
    outage.recovered();

    expect(lines.map(([, , message]) => message)).toEqual(['no broker', 'back']);
  });

  it('is a new one after a success and a quiet while, though the success came too soon to be told', () => {
    const outage = createOutageLog({ log, over: 'back', quietMs: 5_000 });
    outage.failed({}, 'at the start');
    outage.recovered();
    jest.advanceTimersByTime(6_000);
    outage.failed({}, 'no broker');

    expect(lines.map(([, , message]) => message)).toEqual(['at the start', 'no broker']);
  });
});
