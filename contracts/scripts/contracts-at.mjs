/** Reads what the compatibility check compares, from the working tree or from a commit. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { eventSchemaFiles } from './event-schema-files.mjs';

/** More than all contracts of any commit. */
const outputBytesMax = 64 * 1024 * 1024;

export const git = (root, args, input) =>
  execFileSync('git', args, { cwd: root, input, maxBuffer: outputBytesMax, stdio: ['pipe', 'pipe', 'ignore'] });

export const contractsInWorkingTree = (root) => {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  return contractsFrom(
    eventSchemaFiles(root).map(({ path }) => path),
    read,
  );
};

/** The contracts as they were in a commit; undefined when it had none. */
export const contractsAt = (root, commit) => {
  const paths = git(root, ['ls-tree', '-r', '--name-only', commit, '--', 'events', 'topics.yaml', 'errors.yaml'])
    .toString()
    .split('\n')
    .filter((path) => path.endsWith('.schema.json') || path.endsWith('.yaml'));
  if (!paths.includes('topics.yaml') || !paths.includes('errors.yaml')) return undefined;
  const texts = readBlobs(root, commit, paths);
  return contractsFrom(
    paths.filter((path) => path.endsWith('.schema.json')),
    (path) => texts.get(path),
  );
};

const contractsFrom = (schemaPaths, read) => ({
  schemas: Object.fromEntries(schemaPaths.map((path) => [path, JSON.parse(read(path))])),
  topics: load(read('topics.yaml')).topics,
  problemCodes: load(read('errors.yaml')),
});

/** One git process for all files: each answer is a line `<id> blob <bytes>`, the bytes, and a line end. */
const readBlobs = (root, commit, paths) => {
  const answers = git(root, ['cat-file', '--batch'], paths.map((path) => `${commit}:./${path}\n`).join(''));
  const texts = new Map();
  let offset = 0;
  for (const path of paths) {
    const headerEnd = answers.indexOf('\n', offset);
    const bytes = Number(answers.toString('utf8', offset, headerEnd).split(' ')[2]);
    texts.set(path, answers.toString('utf8', headerEnd + 1, headerEnd + 1 + bytes));
    offset = headerEnd + 1 + bytes + 1;
  }
  return texts;
};
