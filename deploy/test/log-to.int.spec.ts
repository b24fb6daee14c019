import { fork } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type Writable } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { eventually } from '@repasse/chassis/testing/eventually';
import { createLogFile } from '../local/log-file';
import { logTo } from '../local/log-to';

const written = (log: Writable, text: string): Promise<void> =>
  new Promise((resolve) => log.write(text, () => resolve()));

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

  it('is put aside at its limit, and only so many are kept', async () => {
    const file = join(folder, 'rotated.log');
    const log = createLogFile(file, { bytesMax: 10, filesKept: 2, retryMs: 1 });
    for (const line of ['first\n', 'second\n', 'third\n', 'fourth\n']) log.write(line);
    log.end();
    await once(log, 'close');

    expect(
      readdirSync(folder)
        .filter((name) => name.startsWith('rotated'))
        .sort(),
    ).toEqual(['rotated.log', 'rotated.log.1', 'rotated.log.2']);
    const texts = [file, `${file}.1`, `${file}.2`].map((one) => readFileSync(one, 'utf8'));
    expect(texts).toEqual(['fourth\n', 'third\n', 'second\n']);
  });

  // Every write to /dev/full fails as on a full disk.
  it('loses lines on a full disk, goes on, and says how many were lost when there is room again', async () => {
    const file = join(folder, 'full.log');
    symlinkSync('/dev/full', file);
    const log = createLogFile(file, { bytesMax: 1_000, filesKept: 1, retryMs: 1 });
    await written(log, 'lost\nlost\n');
    rmSync(file);
    await eventually(async () => {
      await written(log, 'kept\n');
      return existsSync(file);
    });
    log.end();
    await once(log, 'close');

    expect(readFileSync(file, 'utf8')).toMatch(/^[2-9] lines could not be written here\.\nkept\n$/);
  });
});
