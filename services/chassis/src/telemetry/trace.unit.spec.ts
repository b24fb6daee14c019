import { randomBytes } from 'node:crypto';
import { currentTrace, runInTrace } from './trace';
import { parseTraceparent } from './internal/traceparent';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = `00-${traceId}-00f067aa0ba902b7-01`;

describe('a trace', () => {
  it('goes on with its own span as the parent of what follows', () => {
    const trace = runInTrace({ traceparent: parent, requestId: 'req_1' }, currentTrace);

    expect(trace).toMatchObject({ traceId, requestId: 'req_1' });
    expect(trace?.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(trace?.traceparent).not.toBe(parent);
  });

  it('begins anew without a well-formed parent', () => {
    const ids = [{}, { traceparent: 'nonsense' }].map((origin) => runInTrace(origin, currentTrace)?.traceId ?? '');

    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(2);
  });

  it('lasts through awaits and ends with the work', async () => {
    const inside = await runInTrace({ requestId: 'req_2' }, async () => {
      await Promise.resolve();
      return currentTrace()?.requestId;
    });

    expect(inside).toBe('req_2');
    expect(currentTrace()).toBeUndefined();
  });
});

describe('a traceparent', () => {
  it.each([
    [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`],
    [`00-${traceId}-${'0'.repeat(16)}-01`],
    [`ff-${traceId}-00f067aa0ba902b7-01`],
    [`00-${traceId}-00f067aa0ba902b7-01-more`],
    [parent.toUpperCase()],
    // An id that holds the number of a card.
    [`00-4111111111111111${'0'.repeat(16)}-00f067aa0ba902b7-01`],
    [`00-${'0'.repeat(17)}378282246310005-00f067aa0ba902b7-01`],
    ['00-a4111111111111111bbbbbbbbbbbbbbb-00f067aa0ba902b7-01'],
    ['00-41111111111111111229123000000000-00f067aa0ba902b7-01'],
    [`00-${traceId}-4111111111111111-01`],
  ])('is not trusted as %s', (header) => {
    expect(parseTraceparent(header)).toBeUndefined();
  });

  it('may say more in a later version', () => {
    expect(parseTraceparent(`01-${traceId}-00f067aa0ba902b7-00-more`)).toEqual({
      traceId,
      spanId: '00f067aa0ba902b7',
      flags: '00',
    });
  });

  it('is trusted when its ids are random', () => {
    const trusted = Array.from({ length: 2_000 }, () => `00-${randomBytes(16).toString('hex')}-00f067aa0ba902b7-01`);
    expect(trusted.filter((header) => parseTraceparent(header) === undefined).length).toBeLessThan(10);
  });
});
