import { runInTrace } from '../telemetry/trace';
import { createLogger, type Logger } from './logger';

const lines: string[] = [];
const log: Logger = createLogger({
  service: 'test',
  level: 'info',
  destination: { write: (line) => void lines.push(line) },
});

const logged = (write: () => void): Record<string, unknown> => {
  lines.length = 0;
  write();
  return JSON.parse(lines.join('')) as Record<string, unknown>;
};

describe('a log line', () => {
  it('is a fact with fields, its service and its level', () => {
    expect(logged(() => log.info({ chargeId: 'ch_1' }, 'charge created'))).toMatchObject({
      level: 'info',
      service: 'test',
      chargeId: 'ch_1',
      msg: 'charge created',
    });
  });

  it('carries the ids of the request it belongs to', () => {
    const trace = { requestId: 'req_1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` };
    const line = logged(() => runInTrace(trace, () => log.info('here')));

    expect(line).toMatchObject({ requestId: 'req_1', traceId: 'a'.repeat(32) });
  });

  it('masks secrets at any depth, whatever their spelling, and in texts', () => {
    const line = logged(() =>
      log.info(
        {
          headers: { Authorization: 'Bearer abc', 'X-Checkout-Token': 't0k' },
          payment: { card: { number: '4111111111111111' }, list: [{ security_code: '123' }] },
          note: 'sent Authorization: Bearer eyJhbGciOi.x.y to postgres://user:pa55@host/db',
          amountMinor: 100,
        },
        'request',
      ),
    );

    expect(JSON.stringify(line)).not.toMatch(/abc|t0k|4111|123|eyJ|pa55/);
    expect(line['amountMinor']).toBe(100);
    expect(line['note']).toBe('sent Authorization: Bearer [redacted] to postgres://[redacted]@host/db');
  });

  it('tells an error by its message, code and cause, and nothing a driver hung onto it', () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', config: { password: 'pa55' } });
    const line = logged(() => log.error({ err: new Error('no database', { cause }) }, 'failed'));

    expect(line['err']).toMatchObject({ message: 'no database', cause: { code: 'ECONNREFUSED', message: 'refused' } });
    expect(JSON.stringify(line)).not.toContain('pa55');
  });

  it('survives a cycle and bytes', () => {
    const cycle: Record<string, unknown> = { bytes: Buffer.from('abc') };
    cycle['self'] = cycle;

    expect(logged(() => log.info(cycle, 'odd'))).toMatchObject({ bytes: '[3 bytes]', msg: 'odd' });
  });
});

describe('a child logger', () => {
  it('masks what it is bound to', () => {
    const line = logged(() => log.child({ clientId: 'c1', clientSecret: 's3cret' }).info('bound'));

    expect(line).toMatchObject({ clientId: 'c1', clientSecret: '[redacted]' });
  });
});
