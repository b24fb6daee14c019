import { type Store } from './store';

/** One named value that survives a restart. */
export interface StoredSetting<T> {
  get(): T;
  set(value: T): Promise<void>;
}

/**
 * Reads a setting once and keeps it in memory: the sandbox runs as one process, and chaos is asked on every request.
 * A setting that is not stored yet is stored as `initial`.
 */
export const openSetting = async <T extends object>(
  store: Store,
  name: string,
  initial: T,
): Promise<StoredSetting<T>> => {
  // Settings have no age; this one keeps them in the order of their names.
  const settings = store.documents<{ readonly name: string; readonly value: T }>('setting', (setting) => ({
    id: setting.name,
    createdAt: new Date(0).toISOString(),
  }));
  await settings.insert({ name, value: initial });
  let current = (await settings.find(name))?.value ?? initial;
  return {
    get: () => current,
    set: async (value) => {
      await settings.save({ name, value });
      current = value;
    },
  };
};

/** One value for each name; `set` gives missing fields their defaults. */
export interface SettingsPer<Name extends string, T> {
  get(): Readonly<Record<Name, T>>;
  set(given: PartialPer<Name, T>): Promise<void>;
}

type PartialPer<Name extends string, T> = Readonly<Partial<Record<Name, Partial<T>>>>;

export const openSettingsPer = async <Name extends string, T extends object>(
  store: Store,
  name: string,
  names: readonly Name[],
  ordinary: T,
): Promise<SettingsPer<Name, T>> => {
  const complete = (given: PartialPer<Name, T>): Record<Name, T> =>
    Object.fromEntries(names.map((each) => [each, { ...ordinary, ...given[each] }])) as Record<Name, T>;
  const setting = await openSetting(store, name, {} as PartialPer<Name, T>);
  let current = complete(setting.get());
  return {
    get: () => current,
    set: async (given) => {
      const completed = complete(given);
      await setting.set(completed);
      current = completed;
    },
  };
};
