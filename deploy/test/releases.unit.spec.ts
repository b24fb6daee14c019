import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { faultsAgainst, readReleases, releaseOf, type Release } from '../releases/release-file.mjs';
import { readFunctions, readMigrations, signaturesOf } from '../releases/sql-files.mjs';

const projectRoot = resolve(__dirname, '../..');
const releases = readReleases(join(projectRoot, 'deploy/releases'));

const migration = 'services/charge/migrations/0001-charges.sql';
const ofChassis = 'services/chassis/migrations/outbox/0001-outbox.sql';
const functions = 'services/charge/migrations/functions/words.sql';
const word = (version: number, body = `'one'`, head = 'word(a text, b numeric(10, 2)) returns text'): string =>
  `-- version: ${version}\ncreate or replace function ${head} language sql as $$ select ${body} $$;\n`;

let root: string;
let release: Release;

const write = (path: string, sql: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), sql);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'releases-'));
  write(migration, 'create table charges (id text);\n');
  write(ofChassis, 'create table outbox (id text);\n');
  write(functions, word(3));
  release = releaseOf({ root, version: '1.2.0', date: '2026-11-25', commit: 'abc' });
});
afterEach(() => rmSync(root, { recursive: true }));

const faults = (): readonly string[] => faultsAgainst(release, root);

describe('the file of a release', () => {
  it('has the digest of each migration, and number, digest and signatures of each file of functions', () => {
    expect(release).toEqual({
      ...{ version: '1.2.0', date: '2026-11-25', commit: 'abc' },
      migrations: {
        [migration]: expect.stringMatching(/^[0-9a-f]{64}$/),
        [ofChassis]: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
      functions: {
        [functions]: {
          version: 3,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
          signatures: ['word(a text, b numeric(10, 2)) returns text'],
        },
      },
    });
  });

  it('has the same digests on a checkout that turned the line ends', () => {
    write(migration, 'create table charges (id text);\r\n');

    expect(faults()).toEqual([]);
  });

  it('freezes its migrations', () => {
    write(migration, 'create table charges (id text, name text);\n');
    rmSync(join(root, ofChassis));

    expect(faults()).toEqual([
      `${migration} is frozen by release 1.2.0: write a further migration instead.`,
      `${ofChassis} is in release 1.2.0 and gone: applied migrations stay.`,
    ]);
  });

  it.each([
    ['the same number with another text', word(3, `'two'`), 'its number must be higher than 3'],
    ['a lower number', word(2), 'it only rises'],
    [
      'other parameters',
      word(4, `'one'`, 'word(a text) returns text'),
      'lacks what release 1.2.0 calls: word(a text, b',
    ],
    [
      'another result',
      word(4, '1', 'word(a text, b numeric(10, 2)) returns integer'),
      'Signatures change only by adding',
    ],
  ])('refuses functions with %s', (_, sql, fault) => {
    write(functions, sql);

    expect(faults()).toEqual([expect.stringContaining(fault)]);
  });

  it('takes functions with a higher number, further functions, and one that says which release was the last to call it', () => {
    write(functions, `${word(4, `'two'`)}${word(4, `'two'`, 'further() returns text').split('\n')[1] ?? ''}\n`);
    expect(faults()).toEqual([]);

    write(functions, `-- version: 5\n-- contract: 1.1.0\nselect 1;`);
    expect(faults()).toEqual([]);
  });
});

it('reads releases in the order of their numbers, and nothing else in their folder', () => {
  for (const version of ['0.10.0', '0.9.1', '0.9.0'])
    writeFileSync(join(root, `${version}.json`), JSON.stringify({ ...release, version }));
  writeFileSync(join(root, 'notes.json'), '{}');

  expect(readReleases(root).map(({ version }) => version)).toEqual(['0.9.0', '0.9.1', '0.10.0']);
  expect(readReleases(join(root, 'none'))).toEqual([]);
});

it.each([
  ['create or replace function a() returns void language sql as', 'a() returns void'],
  [
    'create or replace function a(\n  b json, c text[]\n) returns table (d text, e int) stable',
    'a(b json, c text[]) returns table (d text, e int)',
  ],
  [
    'create or replace function a(b int default (1 + 2))\nreturns setof t strict',
    'a(b int default (1 + 2)) returns setof t',
  ],
])('the signature of %j', (sql, signature) => {
  expect(signaturesOf(sql)).toEqual([signature]);
});

describe('this tree', () => {
  it('has files of migrations and functions, each of the latter with a number', () => {
    expect(readMigrations(projectRoot).length).toBeGreaterThan(50);
    expect(readFunctions(projectRoot).filter(({ signatures }) => signatures.length > 0).length).toBeGreaterThan(15);
  });

  it('can take over the databases of every release, and give them back', () => {
    expect(releases.flatMap((one) => faultsAgainst(one, projectRoot))).toEqual([]);
  });

  it('has the version of the last release or a later one in its packages', () => {
    const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };

    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8')).toContain(`## [${version}]`);
  });
});
