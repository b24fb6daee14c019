import { isSameSecret } from './same-secret';

describe('a comparison of secrets', () => {
  it('accepts the same text and the same bytes', () => {
    expect(isSameSecret('whsec_ção', 'whsec_ção')).toBe(true);
    expect(isSameSecret('', '')).toBe(true);
    expect(isSameSecret(Buffer.from([0, 128, 255]), Buffer.from([0, 128, 255]))).toBe(true);
  });

  it.each([
    ['another text', 'whsec_one', 'whsec_two'],
    ['another case', 'whsec_one', 'whsec_ONE'],
    ['a beginning', 'whsec_on', 'whsec_one'],
    ['more', 'whsec_one1', 'whsec_one'],
    ['nothing', '', 'whsec_one'],
    ['other bytes', Buffer.from([0, 128, 254]), Buffer.from([0, 128, 255])],
    ['fewer bytes', Buffer.from([0, 128]), Buffer.from([0, 128, 0])],
    ['no bytes', Buffer.alloc(0), Buffer.alloc(1)],
  ])('refuses %s', (_name, given, expected) => expect(isSameSecret(given, expected)).toBe(false));
});
