import { fork } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { eventually } from '@repasse/chassis/testing/eventually';
import { logTo } from '../local/log-to';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('the log of a process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'logs-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('can be read only by the user that runs the system, also where an older log is open to all', async () => {
    const [script, logs] = [join(folder, 'say.js'), join(folder, 'logs')];
    const file = join(logs, 'service.log');
    writeFileSync(script, 'console.log("hello")');
    mkdirSync(logs);
    writeFileSync(file, 'earlier\n');
    chmodSync(logs, 0o755);
    chmodSync(file, 0o644);
    const child = fork(script, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    logTo(file, child);
    await once(child, 'close');

    await eventually(() => readFileSync(file, 'utf8') === 'earlier\nhello\n');
    expect([modeOf(logs), modeOf(file)]).toEqual(['700', '600']);
  });
});
