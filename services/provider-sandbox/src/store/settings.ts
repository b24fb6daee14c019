import { type Database } from '@repasse/chassis/postgres/database';

/** One named value that survives a restart. */
export interface StoredSetting<T> {
  get(): T;
  set(value: T): Promise<void>;
}

/**
 * Reads a setting once and keeps it in memory: the sandbox runs as one process, and chaos is asked on every request.
 * What is not stored yet is stored as `initial`.
 */
export const openSetting = async <T extends object>(
  db: Database,
  name: string,
  initial: T,
): Promise<StoredSetting<T>> => {
  await db.query('insert into sandbox_settings (name, value) values ($1, $2::jsonb) on conflict do nothing', [
    name,
    JSON.stringify(initial),
  ]);
  const [row] = await db.query<{ value: T }>('select value from sandbox_settings where name = $1', [name]);
  let current = row?.value ?? initial;

  return {
    get: () => current,
    set: async (value) => {
      await db.query('update sandbox_settings set value = $2::jsonb where name = $1', [name, JSON.stringify(value)]);
      current = value;
    },
  };
};

/** One value for each name; `set` gives missing fields their defaults. */
export interface SettingsPer<Name extends string, T> {
  get(): Readonly<Record<Name, T>>;
  set(given: PartialPer<Name, T>): Promise<void>;
}
export type PartialPer<Name extends string, T> = Readonly<Partial<Record<Name, Partial<T>>>>;

export const openSettingsPer = async <Name extends string, T extends object>(
  db: Database,
  name: string,
  names: readonly Name[],
  ordinary: T,
): Promise<SettingsPer<Name, T>> => {
  const complete = (given: PartialPer<Name, T>): Record<Name, T> =>
    Object.fromEntries(names.map((each) => [each, { ...ordinary, ...given[each] }])) as Record<Name, T>;
  const setting = await openSetting(db, name, {} as PartialPer<Name, T>);
  return { get: () => complete(setting.get()), set: (given) => setting.set(complete(given)) };
};
