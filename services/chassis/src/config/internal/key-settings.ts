import { secretCharactersMin, secretWords, setting, type About, type Reading, type Setting } from '../settings';

/** A key, and the number under which rows name it. */
export interface NumberedKey {
  readonly number: number;
  readonly key: string;
}

/** A service of the installation, and a token by which it is known. */
export interface InternalCaller {
  readonly name: string;
  readonly token: string;
}

/** Two bytes in a sealed box. */
const keyNumberMax = 65_535;

/** While one is replaced, the old and the new one are valid. A longer list is one that nobody clears. */
const secretsMax = 2;

/** A rotation needs two; a third one is of a rotation that began while the rows of the last were not sealed anew. */
const numberedKeysMax = 4;

const encryptionKeyBytes = 32;

interface Lengths extends About {
  readonly minCharacters?: number;
}

/** Secrets of which any is accepted; the first one is in use. Two while one is replaced. */
export const secrets = (
  name: string,
  { minCharacters = secretCharactersMin, ...rest }: Lengths = {},
): Setting<readonly string[]> =>
  ofItems(name, `at least ${minCharacters} characters; \`new,old\` while it is replaced`, rest, (items) => {
    if (items.length > secretsMax) return { fault: `must have at most ${secretsMax} secrets, separated by a comma.` };
    if (items.some((item) => item.length < minCharacters))
      return { fault: `must have at least ${minCharacters} characters.` };
    return { value: Object.freeze(items) };
  });

/** `2:key,1:key`: the first one is in use, the others are known for rows that name their numbers. */
export const numberedKeys = (name: string, { minCharacters = secretCharactersMin, ...rest }: Lengths = {}) =>
  keysWith(name, `at least ${minCharacters} characters`, rest, (key) =>
    key.length < minCharacters ? `must have keys of at least ${minCharacters} characters.` : undefined,
  );

/** The same for keys of AES-256. Checked here, so that a wrong one is named together with every other fault. */
export const encryptionKeys = (name: string, options: About = {}): Setting<readonly NumberedKey[]> =>
  keysWith(name, `${encryptionKeyBytes} bytes in base64`, options, (key) =>
    Buffer.from(key, 'base64').length === encryptionKeyBytes
      ? undefined
      : `must have keys of ${encryptionKeyBytes} bytes in base64.`,
  );

const keysWith = (
  name: string,
  shape: string,
  options: About,
  faultOf: (key: string) => string | undefined,
): Setting<readonly NumberedKey[]> =>
  ofItems(name, `\`1:key\`, a key of ${shape}; \`2:new,1:old\` while it is replaced`, options, (items) => {
    const keys = items.map(numberedKey);
    if (keys.length > numberedKeysMax || !keys.every((key) => key !== undefined))
      return { fault: `must be number:key, at most ${numberedKeysMax} of them, separated by commas.` };
    if (new Set(keys.map(({ number }) => number)).size < keys.length) return { fault: 'must not give a number twice.' };
    const fault = keys.map(({ key }) => faultOf(key)).find((each) => each !== undefined);
    return fault === undefined ? { value: Object.freeze(keys) } : { fault };
  });

const numberedKey = (item: string): NumberedKey | undefined => {
  const [, digits, key] = /^(\d{1,5}):(.+)$/.exec(item) ?? [];
  if (digits === undefined || key === undefined || Number(digits) > keyNumberMax) return undefined;
  return Object.freeze({ number: Number(digits), key });
};

/** `charge:token`, separated by commas: these services may call, each with a token of its own, or two during a rotation. */
export const internalCallers = <const N extends string>(
  name: string,
  allowed: readonly N[],
): Setting<readonly InternalCaller[]> => {
  const about = `the services that may call, each with its token: ${allowed.join(', ')}`;
  const shape = `\`${allowed.map((each) => `${each}:token`).join(',')}\`; two tokens of a caller while it is replaced`;
  return ofItems(name, shape, { about }, (items) => {
    const callers = items.map((item): InternalCaller => {
      const at = item.indexOf(':');
      return Object.freeze({ name: item.slice(0, Math.max(at, 0)), token: item.slice(at + 1) });
    });
    const fault = faultOfCallers(callers, allowed);
    return fault === undefined ? { value: Object.freeze(callers) } : { fault };
  });
};

const faultOfCallers = (callers: readonly InternalCaller[], allowed: readonly string[]): string | undefined => {
  const tokensOf = (name: string): number => callers.filter((caller) => caller.name === name).length;
  if (callers.some((caller) => !allowed.includes(caller.name)))
    return `must be caller:token, separated by commas; a caller is ${allowed.join(' or ')}.`;
  const absent = allowed.filter((name) => tokensOf(name) === 0);
  if (absent.length > 0) return `must name a token of ${absent.join(' and ')}.`;
  if (allowed.some((name) => tokensOf(name) > secretsMax)) return `must name at most ${secretsMax} tokens of a caller.`;
  if (callers.some(({ token }) => token.length < secretCharactersMin))
    return `must have tokens of at least ${secretCharactersMin} characters.`;
  if (new Set(callers.map(({ token }) => token)).size < callers.length) return 'must not give a token twice.';
  return undefined;
};

const ofItems = <T>(
  name: string,
  shape: string,
  options: About,
  read: (items: readonly string[]) => Reading<T>,
): Setting<T> =>
  secretWords(setting<T>(name, shape, (raw) => read(raw.split(',').map((item) => item.trim())), options));
