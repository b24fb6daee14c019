import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@repasse/chassis/testing/eventually';
import { SupervisedProcess } from '../local/supervised-process';

const folder = mkdtempSync(join(tmpdir(), 'supervised-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a service that cannot start', () => {
  it('is started again however often it dies, and is reported each time', async () => {
    const [entry, starts, ready] = ['entry.js', 'starts', 'ready'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    // Fails eight times, as one does while the database takes no more connections; then it runs.
    writeFileSync(
      entry,
      `const { appendFileSync, readFileSync, writeFileSync } = require('node:fs');
       appendFileSync(${JSON.stringify(starts)}, 'x');
       if (readFileSync(${JSON.stringify(starts)}).length <= 8) process.exit(1);
       writeFileSync(${JSON.stringify(ready)}, '');
       process.once('disconnect', () => process.exit());
       setInterval(() => undefined, 1000);`,
    );
    const deaths: string[] = [];
    const spec = { name: 'charge', entry, env: {}, logFile: join(folder, 'logs', 'charge.log') };
    const supervised = new SupervisedProcess(spec, (line) => deaths.push(line), { firstMs: 1, maxMs: 4 });
    supervised.start();
    await eventually(() => existsSync(ready));
    await supervised.stop();

    expect(deaths).toHaveLength(8);
    expect(deaths[0]).toMatch(/^charge died \(exit code 1\) and is started again in [\d.]+ s; see .*charge\.log\.$/);
    expect(readFileSync(starts, 'utf8')).toHaveLength(9);
  });
});
