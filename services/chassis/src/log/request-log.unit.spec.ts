import { runInTrace } from '../telemetry/trace';
import { createLogger, type LogLevel } from './logger';
import { createRequestLog, type AnsweredRequest, type RequestLogConfig } from './request-log';

describe('the log of answered requests', () => {
  const writes: string[] = [];
  beforeEach(() => {
    jest.useFakeTimers();
    writes.length = 0;
  });
  afterEach(() => jest.useRealTimers());

  const logOf = (mode: RequestLogConfig['mode'], sampleOneIn = 1, level: LogLevel = 'info') =>
    createRequestLog(
      createLogger({ service: 'charge', level, destination: { write: (text) => void writes.push(text) } }),
      {
        mode,
        sampleOneIn,
      },
    );
  const lines = (): Record<string, unknown>[] => {
    jest.advanceTimersByTime(100);
    return writes
      .join('')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const request = (over: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
    ...{ method: 'GET', route: '/charge/{chargeId}', status: 200, requestId: 'req_1', seconds: 0.01234 },
    ...over,
  });

  it('has a line for each, with its ids and its time', () => {
    const trace = { requestId: 'req_1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    const log = logOf('all');
    runInTrace(trace, () => log.answered(request({ upstream: 'charge', isCut: true })));

    expect(lines()).toEqual([
      {
        ...{
          level: 'info',
          service: 'charge',
          time: new Date(Date.now() - 100).toISOString(),
          traceId: 'a'.repeat(32),
        },
        ...{ requestId: 'req_1', method: 'GET', route: '/charge/{chargeId}', status: 200, ms: 12.3 },
        ...{ upstream: 'charge', isCut: true, msg: 'request answered' },
      },
    ]);
  });

  it('has refusals and faults at once, in a line of the same form', () => {
    const log = logOf('errors');
    log.answered(request());
    log.answered(request({ status: 404, code: 'charge.not_found' }));
    log.answered(request({ status: 503 }));

    expect(writes).toHaveLength(2);
    expect(lines()).toMatchObject([
      { level: 'info', msg: 'request refused', status: 404, code: 'charge.not_found', requestId: 'req_1', ms: 12.3 },
      { level: 'warn', msg: 'request not served', status: 503 },
    ]);
  });

  it('writes successes together, so that few of them are a system call', () => {
    const log = logOf('all');
    for (let each = 0; each < 640; each += 1) log.answered(request({ requestId: `req_${each}` }));

    expect(writes).toHaveLength(10);
    expect(lines()).toHaveLength(640);
  });

  it('samples by the id, so that each program chooses the same requests', () => {
    const ids = Array.from({ length: 2_000 }, (_, each) => `req_${each}`);
    const chosen = [logOf('sampled', 10), logOf('sampled', 10)].map((log) => {
      writes.length = 0;
      for (const requestId of ids) log.answered(request({ requestId }));
      return lines().map(({ requestId }) => requestId);
    });

    expect(chosen[0]).toEqual(chosen[1]);
    expect(chosen[0]?.length).toBeGreaterThan(130);
    expect(chosen[0]?.length).toBeLessThan(270);
  });

  it.each(['off', 'errors', 'sampled'] as const)('keeps a success out of %s', (mode) => {
    logOf(mode, 1_000_000).answered(request());

    expect(lines()).toEqual([]);
  });

  it('leaves out what machines ask every few seconds, and all below the level', () => {
    const log = logOf('all');
    for (const route of ['/health/ready', '/health/live', '/metrics']) log.answered(request({ route }));
    logOf('all', 1, 'warn').answered(request());
    expect(lines()).toEqual([]);
    log.answered(request({ route: '/health/ready', status: 503 }));

    expect(lines()).toMatchObject([{ msg: 'request not served' }]);
  });
});
