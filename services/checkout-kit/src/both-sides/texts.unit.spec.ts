import { filled, textsFor } from './texts';

type Node = string | object;

/** Every text by its path, in one flat list. */
const flat = (node: Node, path = ''): (readonly [string, string])[] =>
  typeof node === 'string'
    ? [[path, node]]
    : Object.entries(node).flatMap(([name, inner]: [string, Node]) => flat(inner, `${path}.${name}`));

const namesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();

/** Texts that are the same in both languages. */
const sameInBoth = ['.methods.PIX', '.card.securityCode', '.card.brand'];

describe('the texts of the page', () => {
  const portuguese = new Map(flat({ ...textsFor('pt') }));
  const english = new Map(flat({ ...textsFor('en') }));

  it('are the same set in both languages, and none is empty', () => {
    expect([...english.keys()].sort()).toEqual([...portuguese.keys()].sort());
    expect([...portuguese.values(), ...english.values()].filter((text) => text.trim() === '')).toEqual([]);
  });

  it('are translated', () => {
    const same = [...portuguese].filter(([path, text]) => english.get(path) === text).map(([path]) => path);
    expect(same.filter((path) => !sameInBoth.includes(path))).toEqual([]);
  });

  it('are given the same values in both languages', () => {
    for (const [path, text] of portuguese)
      expect([path, namesIn(english.get(path) ?? '')]).toEqual([path, namesIn(text)]);
  });

  it('are filled by name, and a missing value leaves its name visible', () => {
    expect(filled('{count}x de {amount}', { count: '3', amount: 'R$ 1' })).toBe('3x de R$ 1');
    expect(filled('{count}x de {amount}', { count: '3' })).toBe('3x de {amount}');
  });
});
