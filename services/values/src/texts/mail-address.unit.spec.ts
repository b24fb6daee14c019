import { comparableMailAddressOf, mailAddressOf } from './mail-address';

describe('an e-mail address', () => {
  it.each(['ana@example.com', "o'neil+shop@mail.example.com.br"])('%s may be handed on', (text) => {
    expect(mailAddressOf(` ${text}\t`)).toBe(text);
    expect(comparableMailAddressOf(text)).toBe(text);
  });

  it.each(['ana@localhost', 'josé@exãmple.com.br', '"a b"@c.co'])('%s may only be compared', (text) => {
    expect(mailAddressOf(text)).toBeUndefined();
    expect(comparableMailAddressOf(text)).toBe(text);
  });

  it.each([
    '',
    'ana',
    'ana@',
    '@example.com',
    'a b@example.com',
    'ana@example..com',
    `${'a'.repeat(1_000)}@example.com`,
  ])('%j is none', (text) => {
    expect(mailAddressOf(text)).toBeUndefined();
    expect(comparableMailAddressOf(text)).toBeUndefined();
  });
});
