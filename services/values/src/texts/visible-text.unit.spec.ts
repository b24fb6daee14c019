import { holderNameOf, visibleTextOf } from './visible-text';

describe('a text that can be seen', () => {
  it.each(['Ana', ' 李小龙\u00a0', '*', '7', '\u200bAna', '🛒'])('%j is one', (text) => {
    expect(visibleTextOf(text)).toBe(text.trim());
  });

  it.each([
    ['nothing', ''],
    ['blanks', ' \t\n\u00a0\u3000'],
    ['characters without width', '\u200b\u200d\u2060\ufeff'],
    ['fillers, which are letters', '\u3164\u115f\u1160\uffa0'],
    ['an empty cell of Braille', '\u2800'],
    ['a control character', '\u0007'],
    ['a mark without its letter', '\u0301'],
  ])('%s is none', (_what, text) => expect(visibleTextOf(text)).toBeUndefined());
});

describe('the name on a card', () => {
  it.each(['Ana Lima', " ana d'ávila-sousa jr. ", 'ŁUKASZ ŻÓŁĆ', 'O’NEIL'])('%j is one', (text) => {
    expect(holderNameOf(text)).toBe(text.trim());
  });

  it.each(['', '   ', '李小龙', 'Анна', 'Ana 李', 'Ana 4', '...', '--', 'Ł', 'Ana\u200bLima', 'Ana\nLima'])(
    '%j is none',
    (text) => expect(holderNameOf(text)).toBeUndefined(),
  );

  it('is looked for in time that grows with the text', () => {
    const marks = `Ł${'\u0301\u0316'.repeat(120_000)}`;
    const startedMs = performance.now();
    expect(holderNameOf(marks)).toBeUndefined();
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });
});
