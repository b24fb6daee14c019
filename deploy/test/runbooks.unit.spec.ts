import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(__dirname, '../../docs/operations');
const names = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md');
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
const linksOf = (text: string): string[] => [...text.matchAll(/\]\(([\w-]+\.md)/g)].map(([, to = '']) => to);

it('the index names every page, and no other', () => {
  expect([...new Set(linksOf(textOf('README.md')))].sort()).toEqual([...names].sort());
});

/** Made from the code; a person looks a name up in it. */
const isReference = (name: string): boolean => name === 'settings.md';

it.each(names.filter((name) => !isReference(name)))('%s is short, and leads to pages that are there', (name) => {
  expect(textOf(name).split('\n').length).toBeLessThanOrEqual(130);
  expect(linksOf(textOf(name)).filter((to) => !names.includes(to) && to !== 'README.md')).toEqual([]);
});

const pagesOfAlerts = readdirSync(join(folder, 'alerts')).filter((name) => name !== 'README.md');

it.each(pagesOfAlerts)('alerts/%s says what it means, whom it hurts, where to look and what to do', (name) => {
  const text = readFileSync(join(folder, 'alerts', name), 'utf8');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  const missing = [...text.matchAll(/\]\(([^)#:]+)[^)]*\)/g)].filter(
    ([, to = '']) => !existsSync(join(folder, 'alerts', to)),
  );

  expect(headings).toEqual([name.replace('.md', ''), 'Meaning', 'Impact', 'Diagnosis', 'Mitigation']);
  expect(missing.map(([link]) => link)).toEqual([]);
});
