import { createBreaker, BreakerOpenError } from '../src/breaker/breaker';
import { HttpFault } from '../src/http/http-fault';
import { createMetrics } from '../src/telemetry/metrics';
import { eventually } from '../src/testing/eventually';

class Declined extends Error {}

const options = {
  timeoutMs: 200,
  errorThresholdPercentage: 50,
  resetTimeoutMs: 50,
  volumeThreshold: 4,
  isFailure: (fault: unknown) => !(fault instanceof Declined),
};

const setUp = () => {
  const metrics = createMetrics('test');
  const provider: { answer: () => Promise<string> } = { answer: async () => 'ok' };
  const breaker = createBreaker('psp', () => provider.answer(), options, metrics);
  const gauge = async () =>
    (await metrics.registry.getMetricsAsJSON()).find(({ name }) => name === 'repasse_breaker_state');
  const fail = async (fault: Error, times: number) => {
    provider.answer = async () => {
      throw fault;
    };
    for (let at = 0; at < times; at += 1) await breaker.fire().catch(() => undefined);
  };
  return { breaker, provider, gauge, fail };
};

describe('a breaker', () => {
  it('opens after repeated failures, says so, and closes again after a probe', async () => {
    const { breaker, provider, gauge, fail } = setUp();
    await fail(new Error('no route'), 4);
    const whileOpen = breaker.fire();

    await expect(whileOpen).rejects.toThrow(BreakerOpenError);
    expect(breaker.state).toBe('open');
    expect((await gauge())?.values[0]).toMatchObject({ value: 2, labels: { breaker: 'psp' } });

    provider.answer = async () => 'well again';
    await eventually(() => breaker.state === 'half-open');
    expect(await breaker.fire()).toBe('well again');
    expect(breaker.state).toBe('closed');
    breaker.stop();
  });

  it('does not open for a refusal', async () => {
    const { breaker, fail } = setUp();
    await fail(new Declined('no funds'), 20);

    expect(breaker.state).toBe('closed');
    await expect(breaker.fire()).rejects.toThrow(Declined);
    breaker.stop();
  });

  it('calls a silence that is too long a timeout', async () => {
    const { breaker, provider } = setUp();
    provider.answer = () => new Promise<string>(() => undefined);

    await expect(breaker.fire()).rejects.toMatchObject({ name: HttpFault.name, code: 'timeout' });
    breaker.stop();
  });
});
