// How jest is started here: the level of a test stands in its file's name, and each level is a jest project.
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';

export const resultsFile = (run) => join(root, 'node_modules', '.cache', `jest-results-${run}.json`);

export const jestArgs = (level, file, extra) => [
  join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
  '--selectProjects',
  level,
  '--json',
  `--outputFile=${file}`,
  '--silent=false',
  ...extra,
];

/** Unit tests only compute. jest would leave a core to its own process, which waits for them: half of a small machine. */
export const unitArgs = ['--maxWorkers=100%'];

export const unitStep = {
  name: 'unit tests',
  command: ['node', ...jestArgs('unit', resultsFile('unit'), unitArgs)],
};
