import { isStorable, unstorablePath } from './storable';

describe('what a database can keep', () => {
  it.each(['', 'texto', 'café ☕ 𝄞', 42, null, { a: ['b', { c: 'd' }] }])('takes %j', (value) => {
    expect(isStorable(value)).toBe(true);
  });

  it.each(['\0', 'a\ud800b', '\udc00', { a: ['b', { c: '\0' }] }, { '\ud83d': 1 }])('refuses %j', (value) => {
    expect(isStorable(value)).toBe(false);
  });

  it.each([
    [{ a: ['b', { c: '\0' }] }, ['a', '1', 'c']],
    [{ a: { '\0': 1 } }, ['a']],
    ['\0', []],
  ])('says where in %j', (value, path) => {
    expect(unstorablePath(value)).toEqual(path);
  });
});
