import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsIn } from '@repasse/chassis/config/settings-in';
import { commands, programs } from '../docs/programs';
import { settingsReference } from '../docs/settings-reference';
import { root } from './compose-file';

/** Without the spaces and dashes by which a formatter aligns tables. */
const plain = (page: string): string => page.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---').trim();

const all = [...programs, ...commands];

it.each(all.map(({ name, settings }) => [name, settingsIn(settings)] as const))(
  'every setting of %s says its purpose',
  (_name, settings) => {
    expect(settings.filter(({ words }) => (words.about ?? '') === '').map(({ name }) => name)).toEqual([]);
  },
);

it('the reference is that of the code; else run npm run settings-reference', () => {
  const page = readFileSync(join(root, 'docs/operations/settings.md'), 'utf8');
  expect(plain(page)).toBe(plain(settingsReference(all)));
});
