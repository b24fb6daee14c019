import { createCipheriv, randomBytes } from 'node:crypto';
import { createSealedBox } from './sealed-box';

const newKey = (number: number) => ({ number, key: randomBytes(32).toString('base64') });

/** A box as it was made before keys had numbers. */
const unnumbered = (key: string, plain: string, context: string, nonce = randomBytes(12)): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(key, 'base64'), nonce).setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
};

describe('a sealed box', () => {
  const first = newKey(1);
  const box = createSealedBox(() => [first]);

  it('opens what it sealed, and seals the same text differently each time', () => {
    const sealed = box.seal('whsec_secret', 'user:7');

    expect(box.open(sealed, 'user:7')).toBe('whsec_secret');
    expect(sealed.includes('whsec_secret')).toBe(false);
    expect(box.seal('whsec_secret', 'user:7').equals(sealed)).toBe(false);
  });

  it('does not open under another key or for another row', () => {
    const sealed = box.seal('whsec_secret', 'user:7');

    expect(() => createSealedBox(() => [newKey(1)]).open(sealed, 'user:7')).toThrow('cannot be opened');
    expect(() => box.open(sealed, 'user:8')).toThrow('cannot be opened');
  });

  it('notices every changed byte of what it sealed', () => {
    const sealed = box.seal('x', 'user:7');

    // Mark and number of the key are checked by what they lead to.
    for (const at of [...sealed.keys()].slice(4)) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => box.open(changed, 'user:7')).toThrow();
    }
    for (const length of sealed.keys()) expect(() => box.open(sealed.subarray(0, length), 'user:7')).toThrow();
  });

  it('is opened after its key was replaced, while that key is listed', () => {
    const second = newKey(2);
    let keys = [second, first];
    const rotated = createSealedBox(() => keys);
    const [old, current] = [box.seal('old', 'row'), rotated.seal('new', 'row')];

    expect([rotated.open(old, 'row'), rotated.open(current, 'row')]).toEqual(['old', 'new']);
    expect([old, current].map((each) => each.subarray(0, 4).equals(rotated.header()))).toEqual([false, true]);
    expect(() => box.open(current, 'row')).toThrow('cannot be opened');
    keys = [second];
    expect(rotated.open(current, 'row')).toBe('new');
    expect(() => rotated.open(old, 'row')).toThrow('its key is not listed');
  });

  it('of before has no number, and is opened with any key that is listed', () => {
    const sealed = unnumbered(first.key, 'old', 'row');
    const rotated = createSealedBox(() => [newKey(2), first]);

    expect(rotated.open(sealed, 'row')).toBe('old');
  });

  it('of before whose nonce looks like a number is still opened', () => {
    const nonce = Buffer.concat([Buffer.from('kn'), Buffer.from([0, 1]), randomBytes(8)]);

    expect(box.open(unnumbered(first.key, 'old', 'row', nonce), 'row')).toBe('old');
  });

  it('refuses a key of another length', () =>
    expect(() => createSealedBox(() => [{ number: 1, key: 'c2hvcnQ=' }]).seal('x', 'row')).toThrow('32 bytes'));
});
