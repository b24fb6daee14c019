// What a run of jest has found, suite by suite, from the file that its --json writes.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './ensure-installed.mjs';

/** Throws where jest has left no results. */
export const readSuites = (file) => JSON.parse(readFileSync(file, 'utf8')).testResults.map(suiteOf);

const suiteOf = ({ name, status, message, assertionResults }) => {
  const path = relative(root, name);
  const those = (wanted) => assertionResults.filter((test) => test.status === wanted);
  const [passed, failed] = [those('passed').length, those('failed')];
  const skipped = assertionResults.length - passed - failed.length;
  const told = failed.map(({ fullName, failureMessages }) => `: ${fullName}${reasonIn(failureMessages.join('\n'))}`);
  // A suite that did not even run has no tests to name.
  if (status === 'failed' && told.length === 0) told.push(reasonIn(message));
  return { path, passed, failed: told.length, skipped, failures: told.map((test) => path + test) };
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
