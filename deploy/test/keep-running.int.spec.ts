import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@repasse/chassis/testing/eventually';
import { startJava, type JavaProcess } from '../kafka/java-process';
import { keepRunning } from '../local/broker';

const workDir = mkdtempSync(join(tmpdir(), 'keep-running-'));
afterAll(() => rmSync(workDir, { recursive: true }));

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('starts a broker that died again, says so, and stops the one that runs', async () => {
  const script = join(workDir, 'broker.js');
  writeFileSync(script, 'console.log("ready"); setInterval(() => undefined, 1000)');
  const started: JavaProcess[] = [];
  const start = async (): Promise<JavaProcess> => {
    const program = await startJava({
      ...{ name: 'Kafka', java: process.execPath, args: [script], workDir, logFile: join(workDir, 'kafka.log') },
      isReady: (printed) => printed.includes('ready'),
    });
    started.push(program);
    return program;
  };
  const deaths: string[] = [];
  const stops: (() => Promise<void>)[] = [];
  const first = await keepRunning('Kafka', start, {
    onDied: (line) => deaths.push(line),
    onStarted: (stop) => stops.push(stop),
  });
  process.kill(first.pid ?? 0, 'SIGKILL');
  const second = await eventually(() => started[1]);
  await eventually(() => isAlive(second.pid ?? 0));
  await Promise.all(stops.map((stop) => stop()));

  expect(deaths).toEqual(['Kafka died (SIGKILL) and is started again.']);
  expect(started).toHaveLength(2);
  expect(isAlive(second.pid ?? 0)).toBe(false);
});
