import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readBuildInfo } from './build-info';

const commit = 'a1'.repeat(20);
const other = 'b2'.repeat(20);

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-info-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  }
};

describe('the commit of a build', () => {
  it.each<[string, Readonly<Record<string, string>>]>([
    ['an image', { COMMIT: commit }],
    ['a branch', { '.git/HEAD': 'ref: refs/heads/main', '.git/refs/heads/main': commit }],
    [
      'a branch whose reference is packed',
      { '.git/HEAD': 'ref: refs/heads/main', '.git/packed-refs': `${other} refs/heads/a\n${commit} refs/heads/main` },
    ],
    ['a commit that is checked out by itself', { '.git/HEAD': commit }],
  ])('is read of %s', (_, files) => {
    write(files);

    expect(readBuildInfo(root).commit).toBe(commit);
  });

  it('is read of a worktree', () => {
    const folder = join(root, 'main/.git/worktrees/two');
    write({
      'two/.git': `gitdir: ${folder}`,
      'main/.git/worktrees/two/HEAD': 'ref: refs/heads/two',
      'main/.git/worktrees/two/commondir': '../..',
      'main/.git/refs/heads/two': commit,
    });

    expect(readBuildInfo(join(root, 'two')).commit).toBe(commit);
  });

  it('is unknown where nothing tells it', () => {
    expect(readBuildInfo(root).commit).toBe('unknown');
    write({ COMMIT: 'v1.0' });
    expect(readBuildInfo(root).commit).toBe('unknown');
  });
});

it('has the version of the package', () => {
  expect(readBuildInfo(root).version).toMatch(/^\d+\.\d+\.\d+$/);
});
