import { type ErrorObject } from 'ajv';
import { type Fault } from '../problem';
import { messageOf } from './schema-messages';

/** More than anyone mends at once; the answer to a hostile body must not be larger than the body. */
const faultsMax = 100;

/** The validator's faults, one sentence a field. `root` is the field that stands for the whole value. */
export const schemaFaults = (errors: readonly ErrorObject[], root: string): Fault[] => {
  const faults: Fault[] = [];
  const named = new Set<string>();
  for (const error of withoutEchoes(withoutNoise(errors))) {
    const fault = { field: fieldOf(error) || root, message: messageOf(error) };
    if (named.has(fault.field)) continue;
    named.add(fault.field);
    faults.push(fault);
    if (faults.length === faultsMax) break;
  }
  return faults;
};

const composites = new Set(['oneOf', 'anyOf']);
const choosing = new Set(['type', 'const', 'enum']);

/**
 * A failed oneOf reports every branch that did not fit. Errors that only say "this was another branch" are dropped;
 * when some remain, the caller must correct those, and the composite itself adds nothing.
 */
const withoutNoise = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const places = new Set(errors.filter(isComposite).map(({ instancePath }) => instancePath));
  const plain = errors.filter(({ keyword }) => keyword !== 'if' && keyword !== 'not');
  if (places.size === 0) return plain.length === 0 ? errors : plain;

  const telling = plain.filter((error) => !(places.has(error.instancePath) && choosing.has(error.keyword)));
  return telling.filter(
    (error) =>
      !isComposite(error) ||
      !telling.some((other) => !isComposite(other) && `${other.instancePath}/`.startsWith(`${error.instancePath}/`)),
  );
};

/** A value of the wrong type also fails every other rule for it; once it has the type, those can be looked at. */
const withoutEchoes = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const mistyped = new Set(errors.filter(({ keyword }) => keyword === 'type').map(({ instancePath }) => instancePath));
  return errors.filter(({ keyword, instancePath }) => keyword === 'type' || !mistyped.has(instancePath));
};

const isComposite = ({ keyword }: ErrorObject): boolean => composites.has(keyword);

/** `/split/0/percent` becomes `split[0].percent`; a missing or surplus property is named itself. */
const fieldOf = ({ instancePath, params }: ErrorObject): string => {
  const names = params as { readonly missingProperty?: string; readonly additionalProperty?: string };
  const own = names.missingProperty ?? names.additionalProperty;
  const parts = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  return fieldPath(own === undefined ? parts : [...parts, own]);
};

export const fieldPath = (parts: readonly string[]): string =>
  parts.reduce((path, part) => {
    if (/^\d+$/.test(part)) return `${path}[${part}]`;
    return path === '' ? part : `${path}.${part}`;
  }, '');
