import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load, loadAll } from 'js-yaml';
import { root } from './compose-file';
import { type Manifest } from './helm-manifests';
import { callPython } from './helm-python';

export const helmFolder = join(root, 'deploy/helm');
export const chartFolder = join(helmFolder, 'repasse');

export type Values = Readonly<Record<string, unknown>>;

export interface Rendered {
  readonly manifests: readonly Manifest[];
  readonly lint: readonly string[];
  /** The reason, where the values do not fit the schema. */
  readonly refused?: string;
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As Helm merges files of values: the later wins, key by key. */
export const merged = (...all: readonly Values[]): Values =>
  all.reduce((one, other) => {
    const result: Record<string, unknown> = { ...one };
    for (const [key, value] of Object.entries(other)) {
      const before = result[key];
      result[key] = isObject(before) && isObject(value) ? merged(before, value) : value;
    }
    return result;
  }, {});

export const readValues = (file: string): Values => load(readFileSync(join(chartFolder, file), 'utf8')) as Values;

interface Answer {
  /** By template. */
  readonly manifests?: Readonly<Record<string, string>>;
  readonly lint?: readonly string[];
  readonly refused?: string;
}

/** Renders the chart with each of the values. */
export const render = async <Case extends string>(
  cases: Readonly<Record<Case, Values>>,
): Promise<Record<Case, Rendered>> => {
  const given = { chart: chartFolder, cases };
  const { rendered } = await callPython<{ rendered: Record<Case, Answer> }>('render.py', given);
  const answers = Object.entries(rendered) as [Case, Answer][];
  return Object.fromEntries(answers.map(([name, answer]) => [name, readAnswer(answer)])) as Record<Case, Rendered>;
};

const readAnswer = ({ manifests = {}, lint = [], refused }: Answer): Rendered => {
  const texts = Object.entries(manifests).filter(([template]) => template.endsWith('.yaml'));
  return { manifests: texts.flatMap(([, text]) => documentsOf(text)), lint, ...(refused !== undefined && { refused }) };
};

const documentsOf = (text: string): readonly Manifest[] => loadAll(text).filter(isObject) as unknown as Manifest[];

/** Of YAML files beside the chart. */
export const readManifests = (path: string): readonly Manifest[] =>
  documentsOf(readFileSync(join(helmFolder, path), 'utf8'));

/** The Secrets of a fresh installation. */
export const freshSecrets = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  documentsOf(
    execFileSync(process.execPath, [join(helmFolder, 'make-secrets.mjs'), ...args], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    }),
  );

/** Faults against the schemas of these Kubernetes versions, and the kinds that are not Kubernetes' own. */
export const validate = (documents: readonly Manifest[], versions: readonly string[]) =>
  callPython<{ faults: string[]; unknown: string[] }>('validate.py', { documents, versions });
