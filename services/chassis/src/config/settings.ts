export type Reading<T> = { readonly value: T } | { readonly fault: string };

/** The reference of settings says this of a variable. */
export interface SettingWords {
  /** The purpose, as a phrase that begins in lower case. */
  readonly about?: string;
  /** The values it takes. */
  readonly shape: string;
  /** The value of a variable that is not set, as it would be written; absent where there is none. */
  readonly default?: string;
  readonly isRequired: boolean;
  readonly isSecret?: boolean;
  /** An address, which may hold a password. Like a secret it may be the content of a file that `NAME_FILE` names. */
  readonly isAddress?: boolean;
}

/** One environment variable and how its text becomes a value. */
export interface Setting<T> {
  readonly name: string;
  /** Gets undefined when the variable is missing or empty. */
  readonly read: (raw: string | undefined) => Reading<T>;
  readonly words: SettingWords;
}

/** Settings by field; a field may hold a group of further settings. */
export interface Settings {
  readonly [field: string]: Setting<unknown> | Settings;
}

export type Env = Readonly<Record<string, string | undefined>>;

/** Of every kind of setting. */
export interface About {
  readonly about?: string;
}

interface Default<T> extends About {
  readonly default?: T;
}

export const setting = <T>(
  name: string,
  shape: string,
  parse: (raw: string) => Reading<T>,
  options: Default<T>,
): Setting<T> => ({
  name,
  words: {
    shape,
    isRequired: options.default === undefined,
    ...(options.about !== undefined && { about: options.about }),
    ...(options.default !== undefined && { default: String(options.default) }),
  },
  read: (raw) => {
    if (raw !== undefined) return parse(raw);
    return options.default === undefined ? { fault: 'is missing.' } : { value: options.default };
  },
});

/** Undefined when the variable is not set; still checked when it is. */
export const optional = <T>(inner: Setting<T>): Setting<T | undefined> => ({
  name: inner.name,
  words: { ...inner.words, isRequired: false },
  read: (raw) => (raw === undefined ? { value: undefined } : inner.read(raw)),
});

export const secretWords = <T>(inner: Setting<T>): Setting<T> => ({
  ...inner,
  words: { ...inner.words, isSecret: true },
});

export const text = (
  name: string,
  options: Default<string> & { readonly pattern?: RegExp; readonly isSecret?: boolean } = {},
): Setting<string> =>
  (options.isSecret === true ? secretWords : same)(
    setting(
      name,
      options.pattern === undefined ? 'text' : `text that matches \`${options.pattern.source}\``,
      (raw) =>
        options.pattern?.test(raw) === false ? { fault: `must match ${String(options.pattern)}.` } : { value: raw },
      options,
    ),
  );

const same = <T>(inner: Setting<T>): Setting<T> => inner;

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
    `a whole number from ${min} to ${max}`,
    (raw) => {
      const value = /^-?\d{1,16}$/.test(raw) ? Number(raw) : Number.NaN;
      return value >= min && value <= max ? { value } : { fault: `must be a whole number from ${min} to ${max}.` };
    },
    rest,
  );

export const flag = (name: string, options: Default<boolean> = {}): Setting<boolean> =>
  setting(
    name,
    '`true` or `false`',
    (raw) => (raw === 'true' || raw === 'false' ? { value: raw === 'true' } : { fault: 'must be true or false.' }),
    options,
  );

export const oneOf = <const T extends string>(
  name: string,
  values: readonly T[],
  options: Default<NoInfer<T>> = {},
): Setting<T> =>
  setting<T>(
    name,
    `one of ${values.map((value) => `\`${value}\``).join(', ')}`,
    (raw) => {
      const value = values.find((candidate) => candidate === raw);
      return value === undefined ? { fault: `must be one of ${values.join(', ')}.` } : { value };
    },
    options,
  );

interface UrlOptions {
  readonly protocols?: readonly string[];
}

/** An address without a trailing slash, so that paths can be put behind it. */
export const url = (name: string, options: Default<string> & UrlOptions = {}): Setting<string> =>
  addressWords(setting(name, `an address that ${beginning(options)}`, (raw) => readUrl(raw, options), options));

const addressWords = <T>(inner: Setting<T>): Setting<T> => ({ ...inner, words: { ...inner.words, isAddress: true } });

const beginning = ({ protocols = ['…'] }: UrlOptions): string =>
  `begins with ${protocols.map((each) => `\`${each}://\``).join(' or ')}`;

const readUrl = (raw: string, { protocols }: UrlOptions): Reading<string> => {
  if (!URL.canParse(raw)) return { fault: 'must be an absolute URL.' };
  const protocol = new URL(raw).protocol.slice(0, -1);
  if (protocols?.includes(protocol) === false) return { fault: `must begin with ${protocols.join(' or ')}://.` };
  return { value: raw.replace(/\/+$/, '') };
};

/** The addresses of the processes of one service. */
export const urls = (name: string, options: About & UrlOptions = {}): Setting<readonly string[]> =>
  setting<readonly string[]>(
    name,
    `one or several addresses with commas between them, each of which ${beginning(options)}`,
    (raw) => {
      const readings = raw.split(',').map((item) => readUrl(item.trim(), options));
      const fault = readings.find((reading) => 'fault' in reading);
      if (fault !== undefined) return { fault: `${fault.fault} Several are separated by commas.` };
      const found = readings.flatMap((reading) => ('value' in reading ? [reading.value] : []));
      return new Set(found).size === found.length
        ? { value: Object.freeze(found) }
        : { fault: 'must not have an address twice.' };
    },
    options,
  );

/** Sixteen characters of hexadecimal are 64 bits: fewer could be guessed over a network. */
export const secretCharactersMin = 16;

/** Has no default, ever: a secret that everybody knows is worse than a service that does not start. */
export const secret = (name: string, options: About & { readonly minCharacters?: number } = {}): Setting<string> => {
  const { minCharacters: min = secretCharactersMin, ...rest } = options;
  return secretWords(
    setting(
      name,
      `at least ${min} characters`,
      (raw) => (raw.length < min ? { fault: `must have at least ${min} characters.` } : { value: raw }),
      rest,
    ),
  );
};

/** A comma-separated list without blanks or empty items. */
export const list = (name: string, options: Default<readonly string[]> = {}): Setting<readonly string[]> =>
  setting<readonly string[]>(
    name,
    'a comma-separated list',
    (raw) => {
      const items = raw.split(',').map((item) => item.trim());
      return items.includes('')
        ? { fault: 'must be a comma-separated list without empty items.' }
        : { value: Object.freeze(items) };
    },
    options,
  );
