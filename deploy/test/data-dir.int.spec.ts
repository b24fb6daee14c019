import { fork } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStack } from '../local/stack';

describe('a second start on the data of a running system', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'data-dir-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  it('is refused with the address of the one that runs, and takes nothing from it', async () => {
    // A process that holds the folder, as a runner does.
    const script = join(dataDir, 'holder.js');
    writeFileSync(script, 'setInterval(() => undefined, 1000)');
    const holder = fork(script);
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'runner.pid'), String(holder.pid));
    writeFileSync(join(dataDir, 'stack.json'), JSON.stringify({ baseUrl: 'http://localhost:8080' }));

    const options = { dataDir, portBase: 21_000, isKafka: false, isReset: false, archiveDir: null };
    const second = startStack(
      options,
      () => undefined,
      () => undefined,
    );

    await expect(second).rejects.toThrow(
      `Repasse already runs on ${dataDir} (pid ${String(holder.pid)}, http://localhost:8080).`,
    );
    expect(existsSync(join(dataDir, 'stack.json'))).toBe(true);
    expect(existsSync(join(dataDir, 'runner.pid'))).toBe(true);
    holder.kill();
  });
});
