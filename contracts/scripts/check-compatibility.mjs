/**
 * Fails when a published contract was changed in a way its readers would notice; compare-schemas.mjs has the rules.
 *
 *   node scripts/check-compatibility.mjs [ref]
 *
 * Without a ref (or CONTRACTS_BASE_REF) it compares a branch with where it left main. On main itself it compares
 * uncommitted changes with the last commit, and without any, the last commit with the one before.
 */
import { join } from 'node:path';
import { compareContracts } from './compare-schemas.mjs';
import { contractsAt, contractsInWorkingTree, git } from './contracts-at.mjs';

const root = join(import.meta.dirname, '..');

const commitOf = (ref) => {
  try {
    return git(root, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])
      .toString()
      .trim();
  } catch {
    return undefined;
  }
};

const baseCommit = () => {
  const asked = process.argv[2] ?? process.env.CONTRACTS_BASE_REF;
  if (asked) return commitOf(asked) ?? stop(`There is no commit called ${asked}.`);

  const head = commitOf('HEAD');
  return head && (forkFromMain(head) ?? (hasUncommittedContracts() ? head : commitOf('HEAD^')));
};

/** Where this branch left main, so that what main has gained since does not look like something taken away. */
const forkFromMain = (head) => {
  const main = commitOf('origin/main') ?? commitOf('main');
  if (main === undefined || main === head) return undefined;
  const fork = git(root, ['merge-base', head, main]).toString().trim();
  return fork === head ? undefined : fork;
};

const hasUncommittedContracts = () =>
  git(root, ['status', '--porcelain', '--', 'schemas', 'topics.yaml', 'errors.yaml']).toString() !== '';

const stop = (message) => {
  console.error(message);
  process.exit(1);
};

const base = baseCommit();
const before = base && contractsAt(root, base);
if (!before) {
  console.log('No earlier contracts to compare with.');
  process.exit(0);
}

const faults = compareContracts(before, contractsInWorkingTree(root));
if (faults.length > 0) {
  stop(
    [
      `These changes would break readers of what was published by ${base.slice(0, 12)}:`,
      ...faults.map((fault) => `  ${fault}`),
      'Undo them, or leave the old version as it is and add the new one beside it: <Event>.v2.yaml.',
    ].join('\n'),
  );
}
console.log(`Compatible with ${base.slice(0, 12)}: ${Object.keys(before.schemas).length} schemas.`);
