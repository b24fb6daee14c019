import { type Settings } from '@repasse/chassis/config/config';
import { settingsIn } from '@repasse/chassis/config/settings-in';
import { type Setting } from '@repasse/chassis/config/settings';

/** A program, and all the settings it reads. */
export interface Program {
  readonly name: string;
  readonly settings: Settings;
}

/** The settings of all programs as a page: those that every service has once, and then each program's own. */
export const settingsReference = (programs: readonly Program[]): string => {
  const read = programs.map(({ name, settings }) => ({ name, settings: settingsIn(settings) }));
  const services = read.filter(({ settings }) => settings.some(({ name }) => name === 'JWKS_URL'));
  const [first] = services;
  const shared = (first?.settings ?? []).filter((one) =>
    services.every(({ settings }) => settings.some((other) => isSame(one, other))),
  );
  const portOf = ({ settings }: (typeof read)[number]): string =>
    settings.find(({ name }) => name === 'PORT')?.words.default ?? '';
  return [
    introduction,
    '## Every service\n',
    `\`PORT\` is ${services.map((each) => `${portOf(each)} for ${each.name}`).join(', ')} unless it is set.\n`,
    table(shared),
    ...read.flatMap(({ name, settings }) => [
      `## ${name}\n`,
      table(settings.filter((one) => !services.some((each) => each.name === name) || !isShared(shared, one))),
    ]),
  ].join('\n');
};

const introduction = `# Settings

All settings are environment variables, and each program reads its own when it starts. A fault stops the start, and the message lists all
of them; so does a variable that is nearly a setting. Variables that begin as settings do and are none are named in a warning.
An empty variable is one that is not set.

This page is made from the code by \`npm run settings-reference\`.
`;

const isSame = (one: Setting<unknown>, other: Setting<unknown>): boolean =>
  one.name === other.name && one.words.about === other.words.about;

const isShared = (shared: readonly Setting<unknown>[], one: Setting<unknown>): boolean =>
  shared.some((other) => isSame(one, other));

const table = (settings: readonly Setting<unknown>[]): string =>
  settings.length === 0
    ? 'It has none of its own.\n'
    : ['| variable | purpose | value | default |', '| --- | --- | --- | --- |', ...settings.map(row), ''].join('\n');

const row = ({ name, words }: Setting<unknown>): string => {
  const secrecy = words.isSecret === true ? ', a secret' : '';
  return `| \`${name}\` | ${[words.about ?? '', words.shape + secrecy, defaultOf(words)].map(escaped).join(' | ')} |`;
};

const defaultOf = ({ isRequired, default: fallback }: Setting<unknown>['words']): string =>
  isRequired ? '**needed**' : fallback === undefined ? '–' : `\`${fallback}\``;

const escaped = (text: string): string => text.replaceAll('|', '\\|');
