export type Reading<T> = { readonly value: T } | { readonly fault: string };

/** One environment variable and how its text becomes a value. */
export interface Setting<T> {
  readonly name: string;
  /** Gets undefined when the variable is missing or empty. */
  readonly read: (raw: string | undefined) => Reading<T>;
}

interface Default<T> {
  readonly default?: T;
}

const setting = <T>(name: string, parse: (raw: string) => Reading<T>, fallback?: T): Setting<T> => ({
  name,
  read: (raw) => {
    if (raw !== undefined) return parse(raw);
    return fallback === undefined ? { fault: 'is missing.' } : { value: fallback };
  },
});

/** Undefined when the variable is not set; still checked when it is. */
export const optional = <T>(inner: Setting<T>): Setting<T | undefined> => ({
  name: inner.name,
  read: (raw) => (raw === undefined ? { value: undefined } : inner.read(raw)),
});

export const text = (name: string, options: Default<string> & { readonly pattern?: RegExp } = {}): Setting<string> =>
  setting(
    name,
    (raw) =>
      options.pattern?.test(raw) === false ? { fault: `must match ${String(options.pattern)}.` } : { value: raw },
    options.default,
  );

export const integer = (
  name: string,
  {
    min = 0,
    max = Number.MAX_SAFE_INTEGER,
    ...rest
  }: Default<number> & { readonly min?: number; readonly max?: number } = {},
): Setting<number> =>
  setting(
    name,
    (raw) => {
      const value = /^-?\d{1,16}$/.test(raw) ? Number(raw) : Number.NaN;
      return value >= min && value <= max ? { value } : { fault: `must be a whole number from ${min} to ${max}.` };
    },
    rest.default,
  );

export const flag = (name: string, options: Default<boolean> = {}): Setting<boolean> =>
  setting(
    name,
    (raw) => (raw === 'true' || raw === 'false' ? { value: raw === 'true' } : { fault: 'must be true or false.' }),
    options.default,
  );

export const oneOf = <const T extends string>(
  name: string,
  values: readonly T[],
  options: Default<NoInfer<T>> = {},
): Setting<T> =>
  setting(
    name,
    (raw) => {
      const value = values.find((candidate) => candidate === raw);
      return value === undefined ? { fault: `must be one of ${values.join(', ')}.` } : { value };
    },
    options.default,
  );

/** An address without a trailing slash, so that paths can be put behind it. */
export const url = (
  name: string,
  options: Default<string> & { readonly protocols?: readonly string[] } = {},
): Setting<string> =>
  setting(
    name,
    (raw) => {
      if (!URL.canParse(raw)) return { fault: 'must be an absolute URL.' };
      const protocol = new URL(raw).protocol.slice(0, -1);
      if (options.protocols?.includes(protocol) === false)
        return { fault: `must begin with ${options.protocols.join(' or ')}://.` };
      return { value: raw.replace(/\/+$/, '') };
    },
    options.default,
  );

/** Sixteen characters of hexadecimal are 64 bits: fewer could be guessed over a network. */
const secretCharactersMin = 16;

/** Has no default, ever: a secret that everybody knows is worse than a service that does not start. */
export const secret = (name: string, options: { readonly minCharacters?: number } = {}): Setting<string> => {
  const min = options.minCharacters ?? secretCharactersMin;
  return setting(name, (raw) =>
    raw.length < min ? { fault: `must have at least ${min} characters.` } : { value: raw },
  );
};

/** A comma-separated list without blanks or empty items. */
export const list = (name: string, options: Default<readonly string[]> = {}): Setting<readonly string[]> =>
  setting<readonly string[]>(
    name,
    (raw) => {
      const items = raw.split(',').map((item) => item.trim());
      return items.includes('')
        ? { fault: 'must be a comma-separated list without empty items.' }
        : { value: Object.freeze(items) };
    },
    options.default,
  );

const encryptionKeyBytes = 32;

/** A key for AES-256. Checked here, so that a wrong one is named together with every other fault. */
export const encryptionKey = (name: string): Setting<string> => ({
  name,
  read: (raw) =>
    raw !== undefined && Buffer.from(raw, 'base64').length === encryptionKeyBytes
      ? { value: raw }
      : { fault: `must be ${encryptionKeyBytes} bytes in base64.` },
});
