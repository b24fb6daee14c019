import { createLogger } from '../../log/logger';
import { eventually } from '../../testing/eventually';
import { followConfig } from './live-config';

const startedWith = (load: () => { token: string; port: number }, intervalMs?: number) => {
  const lines: string[] = [];
  const log = createLogger({ service: 't', level: 'info', destination: { write: (line) => void lines.push(line) } });
  const live = followConfig({
    ...{ config: { token: 'first-secret', port: 1 }, load, log },
    ...(intervalMs !== undefined && { intervalMs }),
  });
  return { live, lines };
};

describe('settings that are followed', () => {
  it('are read again by themselves', async () => {
    const { live } = startedWith(() => ({ token: 'second-secret', port: 1 }), 5);

    await eventually(async () => live.current().token === 'second-secret');
    await live.stop();
  });

  it('are read again at once on SIGHUP; the log names the fields that changed, and no value', async () => {
    const { live, lines } = startedWith(() => ({ token: 'second-secret', port: 1 }));
    process.emit('SIGHUP');
    const told = live.current().token;
    process.emit('SIGHUP');
    await live.stop();

    expect(told).toBe('second-secret');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ changed: ['token'], msg: 'settings were replaced' });
    expect(lines.join('')).not.toContain('second-secret');
  });

  it('stay as they were while the new ones have faults, which is said once', async () => {
    let fault: string | undefined = 'TOKEN must have at least 16 characters.';
    const { live, lines } = startedWith(() => {
      if (fault !== undefined) throw new Error(fault);
      return { token: 'second-secret', port: 1 };
    });
    process.emit('SIGHUP');
    process.emit('SIGHUP');
    expect([live.current().token, lines.length]).toEqual(['first-secret', 1]);
    fault = undefined;
    process.emit('SIGHUP');
    await live.stop();

    expect(live.current().token).toBe('second-secret');
  });

  it('leave nothing behind when they are stopped', async () => {
    const before = process.listenerCount('SIGHUP');
    const { live } = startedWith(() => ({ token: 'x', port: 1 }));
    await live.stop();

    expect(process.listenerCount('SIGHUP')).toBe(before);
  });
});
