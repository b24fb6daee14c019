import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const guides = join(__dirname, '../../docs/guides');
const names = readdirSync(guides).filter((name) => name.endsWith('.md'));
const textOf = (name: string): string => readFileSync(join(guides, name), 'utf8');

/** Code blocks, which must be the same in both languages. */
const codeOf = (text: string): readonly string[] => text.match(/```\w+\n[^`]*```/g) ?? [];
const headingsOf = (text: string): readonly string[] => (text.match(/^#+ /gm) ?? []).map((marks) => marks.trim());
const linksOf = (text: string): readonly string[] => [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, to = '']) => to);

it('every guide is there in both languages', () => {
  expect(readdirSync(join(guides, 'pt')).sort()).toEqual([...names].sort());
});

describe.each(names)('the guide %s', (name) => {
  const [english, portuguese] = [textOf(name), textOf(`pt/${name}`)];

  it('has the same commands, sections and links in both languages', () => {
    expect(codeOf(portuguese)).toEqual(codeOf(english));
    expect(headingsOf(portuguese)).toEqual(headingsOf(english));
    expect(linksOf(portuguese)).toEqual(linksOf(english));
  });

  it('is short', () => {
    for (const text of [english, portuguese]) expect(text.split('\n').length).toBeLessThanOrEqual(130);
  });
});
