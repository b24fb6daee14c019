// `npm test`: everything a fresh machine can run, closed by one line that counts it.
//   npm test              all levels
//   npm test -- int       one level (unit, int, e2e, operations), with the checks left out
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { staticSteps } from './check.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { root } from './ensure-installed.mjs';
import { readSuites } from './jest-results.mjs';
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

/** jest prints its progress on stderr; --json puts the results where they can be added up. */
const run = async (level, { name, project = level, args }) => {
  const file = resultsFile(name);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  const command = jestArgs(project, file, args);
  const child = spawn(process.execPath, command, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const status = await new Promise((resolve) => child.once('close', resolve));
  try {
    return readSuites(file);
  } catch {
    console.error(`jest ended with ${status} and left no results for ${name}.`);
    return [{ path: undefined, passed: 0, failed: 1, skipped: 0, failures: [name] }];
  }
};

/** More that fail in one level are no accident. */
const suitesAgainMax = 3;

/**
 * Suites that wait for services and browsers have failed once in some thousands of tests where a shared machine stood
 * still. In CI they run a second time with nothing beside them, and what fails then has failed. What passes then keeps the
 * reasons of the first time, to be named at the end: each may be a race of ours.
 */
const runAgain = async (level, suites) => {
  const failed = suites.filter(({ failures }) => failures.length > 0);
  const paths = failed.map(({ path }) => path);
  if (paths.length === 0 || paths.length > suitesAgainMax || paths.includes(undefined)) return suites;
  console.error(`\nOnce more, alone: ${paths.join(', ')}`);
  const [{ project }] = levels[level];
  const args = ['--runInBand', '--runTestsByPath', ...paths];
  const again = new Map(
    (await run(level, { name: `${level}-again`, project, args })).map((suite) => [suite.path, suite]),
  );
  return suites.map((first) => {
    const second = again.get(first.path) ?? first;
    return second.failures.length === 0 ? { ...second, failedOnce: first.failures } : second;
  });
};

const runLevel = async (level) => {
  const suites = (await Promise.all(levels[level].map((one) => run(level, one)))).flat();
  return isCi && level !== 'unit' ? runAgain(level, suites) : suites;
};

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
const failedOnce = counts.flatMap((count) => count.failedOnce ?? []);
if (failedOnce.length > 0) console.log(['\nFailed, and passed when run again alone:', ...failedOnce].join('\n  '));
if (leftOut.length > 0) console.log(`\nLeft out, since this machine is slow: npm test -- ${leftOut.join(' ')}`);
if (isCi && skipped > 0) console.log('\nIn CI nothing may be skipped: a skipped test counts as a failure.');
console.log(`\n${passed} passed, ${isCi ? failed + skipped : failed} failed, ${isCi ? 0 : skipped} skipped`);
process.exit(failed > 0 || (isCi && skipped > 0) ? 1 : 0);
