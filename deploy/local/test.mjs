// `npm test`: everything a fresh machine can run, closed by one line that counts it.
//   npm test              all levels
//   npm test -- int       one level or some (unit, int, e2e), with the checks left out
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { staticSteps } from './check.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { root } from './ensure-installed.mjs';
import { jestArgs, resultsFile } from './jest-step.mjs';
import { runSteps } from './steps.mjs';

const isCi = process.env.CI === 'true';
const levels = { unit: [], int: ['--maxWorkers=2'], e2e: ['--runInBand'] };
/** Journeys mostly wait for what goes on between processes, and integration tests have the cores meanwhile. */
const rounds = [['unit'], ['int', 'e2e']];

/** jest prints its progress on stderr; --json puts the counts where they can be added up. */
const runLevel = async (level) => {
  const file = resultsFile(level);
  rmSync(file, { force: true });
  const jest = spawn(process.execPath, jestArgs([level], levels[level]), {
    cwd: root,
    // Through a pipe, since two at a time would each take the terminal's last line for its own.
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  jest.stderr.on('data', (chunk) => process.stderr.write(chunk));
  const [status, signal] = await once(jest, 'close');
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, skipped: numPendingTests };
  } catch {
    console.error(`jest ended with ${signal ?? status} and left no results for ${level}.`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
};

const runLevels = async (chosen) => {
  const counts = [];
  for (const round of rounds.map((each) => each.filter((level) => chosen.includes(level)))) {
    if (round.length > 0) console.log(`\n${round.join(' and ')} tests`);
    counts.push(...(await Promise.all(round.map(runLevel))));
  }
  return counts;
};

const asked = process.argv.slice(2);
const unknown = asked.filter((level) => !(level in levels));
if (unknown.length > 0) {
  console.error(`No such level: ${unknown.join(', ')}. There are ${Object.keys(levels).join(', ')}.`);
  process.exit(2);
}

ensureBuilt();
const failedSteps = asked.length === 0 ? await runSteps(staticSteps) : [];
const stepCount = asked.length === 0 ? staticSteps.length : 0;
const counts = await runLevels(asked.length === 0 ? Object.keys(levels) : asked);

const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
const passed = sum('passed') + stepCount - failedSteps.length;
const failed = sum('failed') + failedSteps.length;
const skipped = sum('skipped');
if (failedSteps.length > 0) console.log(`\nFailed checks: ${failedSteps.join(', ')}`);
if (isCi && skipped > 0) console.log('\nIn CI nothing may be skipped: a skipped test counts as a failure.');
console.log(`\n${passed} passed, ${isCi ? failed + skipped : failed} failed, ${isCi ? 0 : skipped} skipped`);
process.exit(failed > 0 || (isCi && skipped > 0) ? 1 : 0);
