import { execFile, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './compose-file';

const run = promisify(execFile);
const folder = join(root, 'deploy/monitoring');
const filesIn = (name: string): string[] => readdirSync(join(folder, name)).filter((file) => file.endsWith('.yml'));

/** The longest goes through three weeks, which takes two minutes where brokers of other suites start meanwhile. */
const timeoutMs = 600_000;

const isHere = ['promtool', 'amtool'].every((tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).status === 0);
if (!isHere)
  process.stderr.write('Skipped: what needs promtool and amtool (Debian: prometheus, prometheus-alertmanager).\n');
const describeWithTools = isHere || process.env['CI'] === 'true' ? describe : describe.skip;

describeWithTools('the rules of alerts', () => {
  it(
    'are rules to Prometheus',
    async () => {
      const { stdout } = await run('promtool', ['check', 'rules', ...filesIn('rules').map((file) => `rules/${file}`)], {
        cwd: folder,
      });

      expect(stdout).not.toContain('FAILED');
    },
    timeoutMs,
  );

  it.each(filesIn('rules/test'))(
    'fire and are silent as rules/test/%s says',
    async (file) => {
      const { stdout } = await run('promtool', ['test', 'rules', file], { cwd: join(folder, 'rules/test') });

      expect(stdout).toContain('SUCCESS');
    },
    timeoutMs,
  );
});

describeWithTools('the configuration of Alertmanager', () => {
  const file = join(folder, 'alertmanager.yml');

  it('is one to Alertmanager', async () => {
    const { stdout } = await run('amtool', ['check-config', file]);

    expect(stdout).toContain('SUCCESS');
  });

  it.each(['page', 'ticket', 'watchdog'])(
    'sends what has the severity %s to the receiver of that name',
    async (name) => {
      const { stdout } = await run('amtool', ['config', 'routes', 'test', '--config.file', file, `severity=${name}`]);

      expect(stdout.trim()).toBe(name);
    },
  );
});
