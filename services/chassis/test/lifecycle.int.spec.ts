import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createHealth } from '../src/health/health';
import { drainCallers } from '../src/lifecycle/drain-callers';
import { createLifecycle, type Lifecycle } from '../src/lifecycle/lifecycle';
import { createLogger } from '../src/log/logger';
import { callApi } from '../src/testing/http-test';
import { eventually } from '../src/testing/eventually';
import { startNotesApp } from './notes-app';

const log = createLogger({ service: 'test', level: 'silent' });

describe('stopping', () => {
  it('runs the hooks in reverse order, once, and none of them keeps another from running', async () => {
    const stopped: string[] = [];
    const lifecycle = createLifecycle(log);
    lifecycle.onStop('database', () => stopped.push('database'));
    lifecycle.onStop('relay', () => {
      throw new Error('stuck');
    });
    lifecycle.onStop('http', async () => stopped.push('http'));
    await Promise.all([lifecycle.stop(), lifecycle.stop()]);

    expect(stopped).toEqual(['http', 'database']);
  });

  it('drains before any part stops, unless it is urgent', async () => {
    const stopped: string[] = [];
    const create = (): Lifecycle => {
      const lifecycle = createLifecycle(log);
      lifecycle.onDrain('callers', () => stopped.push('drained'));
      lifecycle.onStop('http', () => stopped.push('http'));
      return lifecycle;
    };
    await create().stop();
    await create().stop({ isUrgent: true });

    expect(stopped).toEqual(['drained', 'http', 'http']);
  });

  it('is red at once, serves on for the delay, and closes each connection with its answer', async () => {
    const health = createHealth(log);
    const app = await startNotesApp({}, { health });
    const draining = drainCallers({ health, log, drain: { delayMs: 200, isProduction: false } });
    const [ready, answer] = [
      await callApi(app.url, 'GET', '/health/ready'),
      await callApi(app.url, 'GET', '/health/live'),
    ];
    let isOver = false;
    void draining.then(() => (isOver = true));

    expect([ready.status, answer.status, answer.headers.get('connection'), isOver]).toEqual([503, 200, 'close', false]);
    await draining;
    await app.stop();
  });

  it('lets a request in flight finish, then takes no more', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    let isHandling = false;
    const app = await startNotesApp({
      countNotes: {
        handle: async () => {
          isHandling = true;
          await gate;
          return { status: 200, body: { count: 1 } };
        },
      },
    });
    const inFlight = callApi(app.url, 'GET', '/notes/count');
    await eventually(() => isHandling);
    const stopped = app.stop();
    release();
    const answer = await inFlight;
    await stopped;

    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    await expect(callApi(app.url, 'GET', '/notes/count')).rejects.toThrow();
  });

  it('cuts what does not finish in time', async () => {
    let isHandling = false;
    const app = await startNotesApp({
      countNotes: {
        handle: () => {
          isHandling = true;
          return new Promise(() => undefined);
        },
      },
    });
    const hanging = callApi(app.url, 'GET', '/notes/count').catch(() => 'cut');
    await eventually(() => isHandling);
    await app.listening.close(50);

    expect(await hanging).toBe('cut');
    await app.issuer.stop();
  });
});

describe('health', () => {
  it('is red while a check fails, hangs or the service stops, and says no more than the names', async () => {
    const health = createHealth(log);
    health.addCheck('loop', () => true, 'live');
    health.addCheck('postgres', () => Promise.reject(new Error('password authentication failed')), 'ready');
    const app = await startNotesApp({}, { health });
    const live = await callApi(app.url, 'GET', '/health/live');
    const ready = await callApi(app.url, 'GET', '/health/ready');
    health.addCheck('postgres', () => undefined, 'ready');
    const well = await callApi(app.url, 'GET', '/health/ready');
    health.drain();
    const draining = await callApi(app.url, 'GET', '/health/ready');
    await app.stop();

    expect([live.status, live.body]).toEqual([200, { status: 'ok', checks: { loop: 'ok' } }]);
    expect([ready.status, ready.body]).toEqual([503, { status: 'failed', checks: { postgres: 'failed' } }]);
    expect(well.status).toBe(200);
    expect([draining.status, draining.body['checks']]).toEqual([503, { postgres: 'ok', stopping: 'failed' }]);
  });
});

describe('a service as a process', () => {
  const start = async (mode: string): Promise<{ child: ChildProcess; output: () => string }> => {
    const child = fork(join(__dirname, 'fixtures/main-process.cjs'), [mode], { silent: true });
    const chunks: string[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk.toString()));
    if (mode !== 'broken') await once(child, 'message');
    return { child, output: () => chunks.join('') };
  };
  const exitOf = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0];

  it('stops in order when asked to', async () => {
    const { child, output } = await start('orderly');
    child.kill('SIGTERM');

    expect(await exitOf(child)).toBe(0);
    expect(output()).toContain('stopped in order');
  });

  it('leaves at once when asked a second time', async () => {
    const { child, output } = await start('hanging');
    child.kill('SIGTERM');
    await eventually(() => output().includes('"stopping"'));
    child.kill('SIGINT');

    expect(await exitOf(child)).toBe(1);
  });

  it('says why it did not start, and which service it is', async () => {
    const { child, output } = await start('broken');

    expect(await exitOf(child)).toBe(1);
    expect(output()).toContain('the port is taken');
    expect(JSON.parse(output())).toMatchObject({ level: 'fatal', service: 'example' });
  });

  it('shows debug lines between one SIGUSR2 and the next', async () => {
    const { child, output } = await start('orderly');
    const lines = (): readonly unknown[] =>
      output()
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { msg: string }).msg);
    child.kill('SIGUSR2');
    await eventually(() => output().includes('debug lines are on'));
    child.send('work');
    await eventually(() => output().includes('a detail'));
    child.kill('SIGUSR2');
    await eventually(() => output().includes('debug lines are off'));
    child.send('work');
    await eventually(() => output().match(/worked/g)?.length === 2);

    expect(lines().filter((line) => line === 'a detail')).toHaveLength(2);
    child.kill('SIGKILL');
    await exitOf(child);
  });

  it('stops after an uncaught fault, and says so with its exit code', async () => {
    const { child, output } = await start('faulty');
    child.send('fail');

    expect(await exitOf(child)).toBe(1);
    expect(output()).toContain('stopped in order, urgently');
  });
});
