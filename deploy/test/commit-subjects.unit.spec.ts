import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = join(__dirname, '../local/commit-subjects.mjs');
const folder = mkdtempSync(join(tmpdir(), 'commit-subjects-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Without the settings of whoever runs this, and without a repository around the folder. */
const env = { PATH: process.env['PATH'], GIT_CEILING_DIRECTORIES: tmpdir(), GIT_CONFIG_GLOBAL: '/dev/null' };

const run = (file: string, args: readonly string[], cwd: string): { status: number | null; stdout: string } =>
  spawnSync(file, args, { cwd, env, encoding: 'utf8' });

const git = (cwd: string, ...args: readonly string[]): string => {
  const author = ['-c', 'user.name=shop', '-c', 'user.email=shop@example.com'];
  return run('git', [...author, ...args], cwd).stdout.trim();
};

/** A project whose release is its first commit. */
const project = (name: string, subjects: readonly string[]): string => {
  const root = join(folder, name);
  for (const path of ['services/shop', 'deploy/releases']) mkdirSync(join(root, path), { recursive: true });
  git(root, 'init', '-q');
  git(
    root,
    'commit',
    '-q',
    '--allow-empty',
    '-m',
    'Everything from before the rule, at whatever length somebody liked',
  );
  const release = { version: '0.1.0', commit: git(root, 'rev-parse', 'HEAD') };
  writeFileSync(join(root, 'deploy/releases/0.1.0.json'), JSON.stringify(release));
  for (const subject of subjects) git(root, 'commit', '-q', '--allow-empty', '-m', subject);
  return root;
};

const check = (root: string): { status: number | null; stdout: string } => run(process.execPath, [program], root);

describe('the subjects of commits since the release', () => {
  it('may name services, folders of deploy and other parts', () => {
    const root = project('good', [
      'shop: sell bread',
      'shop, releases: sell cake',
      'test-e2e: buy bread',
      'docs: say so',
    ]);
    expect(check(root)).toMatchObject({ status: 0, stdout: '' });
  });

  it('are found where they say too little, too much or another part', () => {
    const long = `shop: ${'sell '.repeat(14)}it`;
    const { status, stdout } = check(
      project('bad', ['Sell bread', 'shop, stall: sell bread', long, 'shop: sell cake']),
    );

    const faults = stdout.split('\n').map((line) => line.slice(line.indexOf(' ') + 1));
    expect(faults).toEqual([
      `${long}: has 78 characters of 72.`,
      'shop, stall: sell bread: names a part that is not known: stall.',
      'Sell bread: does not begin with "part: ".',
      '',
    ]);
    expect(status).toBe(1);
  });

  it('are not those of merges', () => {
    const root = project('merged', ['shop: sell cake']);
    git(root, 'checkout', '-q', '-b', 'stall', 'HEAD~1');
    git(root, 'commit', '-q', '--allow-empty', '-m', 'shop: sell bread');
    git(root, 'merge', '-q', '--no-ff', '-m', "Merge branch 'stall'", '-');
    expect(check(root)).toMatchObject({ status: 0 });
  });

  it('are not looked for where there is no history back to the release', () => {
    const root = project('whole', ['Sell bread']);
    const shallow = join(folder, 'shallow');
    git(folder, 'clone', '-q', '--depth', '1', `file://${root}`, shallow);
    for (const path of ['services/shop', 'deploy/releases']) mkdirSync(join(shallow, path), { recursive: true });
    writeFileSync(
      join(shallow, 'deploy/releases/0.1.0.json'),
      JSON.stringify({ version: '0.1.0', commit: 'f'.repeat(40) }),
    );
    rmSync(join(root, '.git'), { recursive: true });

    expect([check(shallow), check(root)]).toMatchObject([{ status: 0 }, { status: 0 }]);
  });
});
