import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** src/ and dist/ lie equally deep, so the schemas and descriptions are found from either. */
export const packageRoot = join(__dirname, '..');

export const readText = (...path: string[]): string => readFileSync(join(packageRoot, ...path), 'utf8');

export const readJson = (...path: string[]): unknown => JSON.parse(readText(...path));

/** A YAML file of the package as JSON; npm ci and every build make it. */
export const readGenerated = (...path: string[]): unknown => readJson('src', 'generated', ...path);
