import { createMetrics } from '../telemetry/metrics';
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

  it('is red for a check that no longer ends, and does not begin it again beside', async () => {
    jest.useFakeTimers();
    const health = createHealth();
    let begun = 0;
    let end: () => void = () => undefined;
    health.addCheck('a', () => new Promise<void>((resolve) => ((begun += 1), (end = resolve))), 'ready');
    const reports = [health.report('ready'), health.report('ready')];
    await jest.advanceTimersByTimeAsync(2_000);
    for (const report of reports) expect(await report).toMatchObject({ isHealthy: false });
    expect(await health.report('ready')).toMatchObject({ isHealthy: false });
    expect(begun).toBe(1);
    end();
    await jest.advanceTimersByTimeAsync(0);
    const again = health.report('ready');
    end();

    expect([await again, begun]).toEqual([{ isHealthy: true, checks: { a: 'ok' } }, 2]);
    jest.useRealTimers();
  });

  it('shows when each check last succeeded, asked by a probe or not', async () => {
    jest.useFakeTimers({ now: 1_000_000 });
    const metrics = createMetrics('test');
    const health = createHealth(undefined, metrics);
    let isWell = true;
    health.addCheck('a', () => isWell, 'ready');
    health.addCheck('b', () => true, 'live');
    health.addNote('c', () => true);
    const ages = async (): Promise<readonly string[]> =>
      (await metrics.scrape()).match(/^repasse_health_check_last_success_timestamp_seconds.*$/gm) ?? [];
    const line = (check: string, seconds: number): string =>
      `repasse_health_check_last_success_timestamp_seconds{check="${check}",service="test"} ${seconds}`;
    jest.setSystemTime(2_000_000);
    expect(await ages()).toEqual([line('a', 2_000), line('b', 2_000)]);
    isWell = false;
    jest.setSystemTime(3_000_000);

    expect(await ages()).toEqual([line('a', 2_000), line('b', 3_000)]);
    jest.useRealTimers();
  });
});
