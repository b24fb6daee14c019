// How jest is started here: the level of a test stands in its file's name, and each level is a jest project.
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';

export const resultsFile = (level) => join(root, 'node_modules', '.cache', `jest-results-${level}.json`);

export const jestArgs = (levels, extra = []) => [
  join(root, 'node_modules', 'jest', 'bin', 'jest.js'),
  '--selectProjects',
  ...levels,
  '--json',
  `--outputFile=${resultsFile(levels.join('-'))}`,
  '--silent=false',
  ...extra,
];

export const jestStep = (levels) => ({ name: `${levels.join(' and ')} tests`, command: ['node', ...jestArgs(levels)] });
