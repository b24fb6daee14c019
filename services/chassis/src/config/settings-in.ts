import { type Setting, type Settings } from './settings';

/** All settings of a tree, in the order in which they are written. */
export const settingsIn = (settings: Settings): readonly Setting<unknown>[] =>
  Object.values(settings).flatMap((each) => (isSetting(each) ? [each] : settingsIn(each)));

export const isSetting = (value: Setting<unknown> | Settings): value is Setting<unknown> =>
  typeof value.read === 'function';

/** A group that is set as a whole or not at all, as it stands in the reference. */
export const allOrNone = (settings: Settings, group: string): Settings =>
  Object.fromEntries(
    Object.entries(settings).map(([field, each]) => [
      field,
      isSetting(each) ? inGroup(each, group) : allOrNone(each, group),
    ]),
  );

const inGroup = (setting: Setting<unknown>, group: string): Setting<unknown> =>
  setting.words.isRequired
    ? { ...setting, words: { ...setting.words, isRequired: false, about: `${setting.words.about ?? ''} (${group})` } }
    : setting;
