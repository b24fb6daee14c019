// How jest is started here: the level of a test stands in its file's name, and each level is a jest project.
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';

export const resultsFile = (run) => join(root, 'node_modules', '.cache', `jest-results-${run}.json`);

export const jestArgs = (levels, file, extra = []) => [
  join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
  '--selectProjects',
  ...levels,
  '--json',
  `--outputFile=${file}`,
  '--silent=false',
  ...extra,
];

export const jestStep = (levels) => ({
  name: `${levels.join(' and ')} tests`,
  command: ['node', ...jestArgs(levels, resultsFile(levels.join('-')))],
});
