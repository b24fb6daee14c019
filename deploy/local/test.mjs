// `npm test`: everything a fresh machine can run, closed by one line that counts it.
//   npm test              all levels
//   npm test -- int       one level (unit, int, e2e, operations), with the checks left out
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { staticSteps } from './check.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { root } from './ensure-installed.mjs';
import { jestArgs, resultsFile, unitArgs } from './jest-step.mjs';
import { runSteps } from './steps.mjs';

const isCi = process.env.CI === 'true';

const startedAt = Date.now();

/**
 * Machines of CI differ in speed by more than two, and end every run after a fixed time. What operators do takes a quarter
 * of what went before: where that took longer than this, it is left out, and said so. Unlimited where nothing is set.
 */
const operationsWithinMs = Number(process.env.OPERATIONS_WITHIN_MINUTES ?? Infinity) * 60_000;

const ofOperations = '/test-e2e/(operations|upgrade)/';

/**
 * The runs of jest that a level is made of. Suites with a database wait for it, so three of them keep two cores busy;
 * with four, brokers that start together have starved each other for minutes.
 * Those of e2e wait for due times and crashed services more than they compute, so they go side by side, in two runs that
 * take about as long: journeys, on the stacks they share; the console, budgets, faults and made-up requests.
 */
const levels = {
  unit: [{ name: 'unit', args: unitArgs }],
  int: [{ name: 'int', args: ['--maxWorkers=3'] }],
  e2e: [
    { name: 'e2e-journeys', args: ['--runInBand', '--testPathPatterns=/journeys/'] },
    { name: 'e2e-others', args: ['--runInBand', `--testPathIgnorePatterns=/journeys/|${ofOperations}`] },
  ],
  operations: [{ name: 'operations', project: 'e2e', args: ['--maxWorkers=2', `--testPathPatterns=${ofOperations}`] }],
};

/** jest prints its progress on stderr; --json puts the counts where they can be added up. */
const run = async (level, { name, project = level, args }) => {
  const file = resultsFile(name);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const command = jestArgs(project, file, args);
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const status = await new Promise((resolve) => child.once('close', resolve));
  try {
    return [countsOf(JSON.parse(readFileSync(file, 'utf8')))];
  } catch {
    console.error(`jest ended with ${status} and left no results for ${name}.`);
    return [{ passed: 0, failed: 1, skipped: 0, failures: [name] }];
  }
};

const countsOf = ({ numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, testResults }) => ({
  passed: numPassedTests,
  failed: numFailedTests + numRuntimeErrorTestSuites,
  skipped: numPendingTests,
  failures: testResults.filter(({ status }) => status === 'failed').flatMap(failuresOf),
});

/** A suite that did not even run has no tests to name. */
const failuresOf = ({ name, message, assertionResults }) => {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  const told = failed.map(({ fullName, failureMessages }) => `: ${fullName}${reasonIn(failureMessages.join('\n'))}`);
  return (told.length > 0 ? told : [reasonIn(message)]).map((test) => relative(root, name) + test);
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

const runLevel = async (level) => (await Promise.all(levels[level].map((one) => run(level, one)))).flat();

const runChecks = async () => {
  const failed = await runSteps(staticSteps);
  return [{ passed: staticSteps.length - failed.length, failed: failed.length, skipped: 0, failures: failed }];
};

const asked = process.argv.slice(2);
const unknown = asked.filter((level) => !(level in levels));
if (unknown.length > 0) {
  console.error(`No such level: ${unknown.join(', ')}. There are ${Object.keys(levels).join(', ')}.`);
  process.exit(2);
}

await ensureBuilt();
const leftOut = [];
const counts = asked.length === 0 ? await runChecks() : [];
for (const level of asked.length === 0 ? Object.keys(levels) : asked) {
  if (level === 'operations' && Date.now() - startedAt > operationsWithinMs) leftOut.push(level);
  else counts.push(...(await runLevel(level)));
}

const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum);
// What failed is named once more where a reader of a long log looks: at its end.
const failures = counts.flatMap((count) => count.failures);
if (failures.length > 0) console.log(['\nFailed:', ...failures].join('\n  '));
if (leftOut.length > 0) console.log(`\nLeft out, since this machine is slow: npm test -- ${leftOut.join(' ')}`);
if (isCi && skipped > 0) console.log('\nIn CI nothing may be skipped: a skipped test counts as a failure.');
console.log(`\n${passed} passed, ${isCi ? failed + skipped : failed} failed, ${isCi ? 0 : skipped} skipped`);
process.exit(failed > 0 || (isCi && skipped > 0) ? 1 : 0);
