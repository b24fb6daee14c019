import { createHealth } from './health';

describe('the health of a process', () => {
  it('is red when a check fails, throws, or when it is about to stop', async () => {
    const health = createHealth();
    health.addCheck('a', () => true, 'ready');
    expect(await health.report('ready')).toEqual({ isHealthy: true, checks: { a: 'ok' } });
    health.addCheck('b', () => false, 'ready');
    health.addCheck('c', () => Promise.reject(new Error('gone')), 'ready');
    expect(await health.report('ready')).toEqual({ isHealthy: false, checks: { a: 'ok', b: 'failed', c: 'failed' } });
    expect(await health.report('live')).toEqual({ isHealthy: true, checks: {} });
  });

  it('shows notes, and is not red for them', async () => {
    const health = createHealth();
    health.addCheck('a', () => true, 'ready');
    health.addNote('b', () => false);

    expect(await health.report('ready')).toEqual({ isHealthy: true, checks: { a: 'ok', b: 'failed' } });
    expect(await health.report('live')).toEqual({ isHealthy: true, checks: {} });
    health.drain();
    expect((await health.report('ready')).isHealthy).toBe(false);
  });
});
