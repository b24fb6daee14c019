// What a run of jest has found, suite by suite, from the file that its --json writes.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './ensure-installed.mjs';

/** Throws where jest has left no results. */
export const readSuites = (file) => JSON.parse(readFileSync(file, 'utf8')).testResults.map(suiteOf);

const suiteOf = ({ name, status, message, assertionResults }) => {
  const path = relative(root, name);
  const count = (wanted) => assertionResults.filter((test) => test.status === wanted).length;
  const [passed, failed] = [count('passed'), count('failed')];
  const counts = { path, passed, failed, skipped: assertionResults.length - passed - failed };
  if (status !== 'failed') return { ...counts, failures: [] };
  // A suite that did not even run has no tests to name.
  if (failed === 0) return { ...counts, failed: 1, failures: [path + reasonIn(message)] };
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => `${path}: ${fullName}${reasonIn(failureMessages.join('\n'))}`);
  return { ...counts, failures };
};

/** Enough to tell a wait that ran out from a wrong answer; the whole message stands further up. */
const reasonLines = 8;

const reasonIn = (message) => {
  const lines = stripVTControlCharacters(message).split('\n');
  const telling = lines.filter((line) => line.trim() !== '' && !line.trim().startsWith('at '));
  return telling
    .slice(0, reasonLines)
    .map((line) => `\n      ${line.trim()}`)
    .join('');
};
