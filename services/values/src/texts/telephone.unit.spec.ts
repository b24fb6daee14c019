import { telephoneOf } from './telephone';

describe('a telephone', () => {
  it.each(['+5511987654321', '+55 (11) 98765-4321', '+55 11 9 8765 4321'])('%s is one', (text) =>
    expect(telephoneOf(text)).toBe('+5511987654321'),
  );

  it('may be one of a fixed line', () => expect(telephoneOf('+55 (11) 3456-7890')).toBe('+551134567890'));

  it.each(['11987654321', '+551198765', '+5501987654321', '+55119876543210', '+1 212 555 0100', 'ana', ''])(
    '%s is none',
    (text) => expect(telephoneOf(text)).toBeUndefined(),
  );
});
