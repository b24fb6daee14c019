import { fileVariable, mayBeFile } from './secret-files';
import { type Env, type Settings } from './settings';
import { settingsIn } from './settings-in';

export interface UnknownVariables {
  /** Each is so near to a setting that is not set that it must be meant: a service that ignored it would run otherwise than it is told. */
  readonly misspelt: readonly string[];
  /** They begin as settings do, and are none. */
  readonly unknown: readonly string[];
}

/** One letter too few, too many, another one, or two that changed places, and one such fault more. */
const distanceMax = 2;

/** Node's own, and those by which Kubernetes names the services beside a pod. */
const foreign = /^NODE_|_SERVICE_(HOST|PORT)|_PORT(_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)?$/;

/** The variables of this environment that look like these settings and are none of them. */
export const unknownVariables = (env: Env, settings: Settings): UnknownVariables => {
  const all = settingsIn(settings);
  const known = new Set(all.flatMap((each) => (mayBeFile(each) ? [each.name, fileVariable(each.name)] : [each.name])));
  const families = new Set([...known].filter((name) => name.includes('_')).map(familyOf));
  const unset = [...known].filter((name) => name.includes('_') && (env[name] ?? '') === '');

  const misspelt: string[] = [];
  const unknown: string[] = [];
  for (const name of Object.keys(env)) {
    if (known.has(name) || !name.includes('_') || foreign.test(name)) continue;
    const meant = unset.find((each) => distanceOf(name, each) <= distanceMax);
    if (meant !== undefined) misspelt.push(`${name} is no setting; ${meant} seems to be meant.`);
    else if (families.has(familyOf(name))) unknown.push(name);
  }
  return { misspelt, unknown };
};

const familyOf = (name: string): string => name.slice(0, name.indexOf('_'));

/** The edits between two names (optimal string alignment); names whose lengths differ by more than the limit are not compared. */
const distanceOf = (one: string, other: string): number => {
  if (Math.abs(one.length - other.length) > distanceMax) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line[column] = Math.min(
        at(last, column) + 1,
        at(line, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, line];
  }
  return at(last, other.length);
};

const at = (line: readonly number[], column: number): number => line[column] ?? Number.POSITIVE_INFINITY;
