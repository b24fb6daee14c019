// Run in the project's root: names the commits since the last release whose subject does not tell where and what they change.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readReleases } from '../releases/release-file.mjs';

const subjectCharactersMax = 72;

/** A part is a service, a folder of `deploy`, or one of these. */
const otherParts = [
  'bench',
  'build',
  'cli',
  'contracts',
  'deploy',
  'docs',
  'release',
  'sdk',
  'services',
  'test',
  'test-e2e',
];

export const subjectFaults = (subject, parts) => {
  const [, named] = /^([a-z0-9, -]+): [^ ]/.exec(subject) ?? [];
  if (named === undefined) return ['does not begin with "part: "'];
  const unknown = named.split(', ').filter((part) => !parts.includes(part));
  return [
    ...(subject.length > subjectCharactersMax ? [`has ${subject.length} characters of ${subjectCharactersMax}`] : []),
    ...unknown.map((part) => `names a part that is not known: ${part}`),
  ];
};

/** None without git, without a repository, and in a shallow clone that does not reach back to the release. */
const subjectsSince = (commit) => {
  try {
    const args = ['log', '--no-merges', '--format=%h %s', `${commit}..HEAD`];
    const lines = execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n');
    return lines.filter((line) => line !== '');
  } catch {
    return [];
  }
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const parts = [...otherParts, ...readdirSync('services'), ...readdirSync('deploy')];
  const faults = subjectsSince(readReleases('deploy/releases').at(-1)?.commit).flatMap((line) => {
    const [hash] = line.split(' ', 1);
    return subjectFaults(line.slice(hash.length + 1), parts).map((fault) => `${line}: ${fault}.`);
  });
  for (const fault of faults) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
