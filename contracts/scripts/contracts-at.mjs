/** Reads what the compatibility check compares, from the working tree or from a commit. */
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { load } from 'js-yaml';

/** Of an event, wherever the commit keeps it. */
const schemaFile = /(^|\/)[A-Z]\w*\.v\d+\.schema\.json$/;

/** More than all contracts of any commit. */
const outputBytesMax = 64 * 1024 * 1024;

const lists = ['topics.yaml', 'errors.yaml'];

export const git = (root, args, input) =>
  execFileSync('git', args, { cwd: root, input, maxBuffer: outputBytesMax, stdio: ['pipe', 'pipe', 'ignore'] });

export const contractsInWorkingTree = (root) => {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const paths = readdirSync(join(root, 'schemas'), { recursive: true }).map((path) => `schemas/${path}`);
  return contractsFrom(
    paths.filter((path) => schemaFile.test(path)),
    read,
  );
};

/** The contracts as they were in a commit; undefined when it had none. */
export const contractsAt = (root, commit) => {
  const paths = git(root, ['ls-tree', '-r', '--name-only', commit])
    .toString()
    .split('\n')
    .filter((path) => schemaFile.test(path) || lists.includes(path));
  if (!lists.every((list) => paths.includes(list))) return undefined;
  const texts = readBlobs(root, commit, paths);
  return contractsFrom(
    paths.filter((path) => schemaFile.test(path)),
    (path) => texts.get(path),
  );
};

const contractsFrom = (schemaPaths, read) => ({
  schemas: Object.fromEntries(schemaPaths.map((path) => [basename(path, '.schema.json'), JSON.parse(read(path))])),
  topics: load(read('topics.yaml')).topics,
  problemCodes: load(read('errors.yaml')),
});

/** One git process for all files: each answer is a line `<id> blob <bytes>`, the bytes, and a line end. */
export const readBlobs = (root, commit, paths) => {
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
