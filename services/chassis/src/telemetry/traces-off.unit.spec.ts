import { currentSpan, runInTrace, startRootSpan, startSpan } from './trace';

describe('while traces are off', () => {
  it('there is no span', () => {
    const span = { kind: 'server', name: 'request' } as const;
    const seen = runInTrace({ span }, () => [currentSpan(), startSpan(span), startRootSpan(span, [])]);

    expect(seen).toEqual([undefined, undefined, undefined]);
  });
});
