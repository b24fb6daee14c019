// `npm test`: everything a fresh machine can run, closed by one line that counts it.
//   npm test              all levels
//   npm test -- int       one level (unit, int, e2e), with the checks left out
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { staticSteps } from './check.mjs';
import { ensureBuilt } from './ensure-built.mjs';
import { root } from './ensure-installed.mjs';
import { jestArgs, resultsFile } from './jest-step.mjs';
import { runSteps } from './steps.mjs';

const isCi = process.env.CI === 'true';
const levels = { unit: [], int: ['--maxWorkers=2'], e2e: ['--runInBand'] };

/** jest prints its progress on stderr; --json puts the counts where they can be added up. */
const runLevel = (level) => {
  const file = resultsFile(level);
  rmSync(file, { force: true });
  console.log(`\n${level} tests`);
  const { status } = spawnSync(process.execPath, jestArgs([level], levels[level]), {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    const { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests } = JSON.parse(
      readFileSync(file, 'utf8'),
    );
    return { passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites, skipped: numPendingTests };
  } catch {
    console.error(`jest ended with ${status} and left no results for ${level}.`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
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
const counts = (asked.length === 0 ? Object.keys(levels) : asked).map(runLevel);

const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
const passed = sum('passed') + stepCount - failedSteps.length;
const failed = sum('failed') + failedSteps.length;
const skipped = sum('skipped');
if (failedSteps.length > 0) console.log(`\nFailed checks: ${failedSteps.join(', ')}`);
if (isCi && skipped > 0) console.log('\nIn CI nothing may be skipped: a skipped test counts as a failure.');
console.log(`\n${passed} passed, ${isCi ? failed + skipped : failed} failed, ${isCi ? 0 : skipped} skipped`);
process.exit(failed > 0 || (isCi && skipped > 0) ? 1 : 0);
