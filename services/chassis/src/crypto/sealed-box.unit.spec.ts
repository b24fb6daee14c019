import { randomBytes } from 'node:crypto';
import { createSealedBox } from './sealed-box';

const newKey = (): string => randomBytes(32).toString('base64');

describe('a sealed box', () => {
  const box = createSealedBox(newKey());

  it('opens what it sealed, and seals the same text differently each time', () => {
    const sealed = box.seal('whsec_secret', 'user:7');

    expect(box.open(sealed, 'user:7')).toBe('whsec_secret');
    expect(sealed.includes('whsec_secret')).toBe(false);
    expect(box.seal('whsec_secret', 'user:7').equals(sealed)).toBe(false);
  });

  it('does not open under another key or for another row', () => {
    const sealed = box.seal('whsec_secret', 'user:7');

    expect(() => createSealedBox(newKey()).open(sealed, 'user:7')).toThrow();
    expect(() => box.open(sealed, 'user:8')).toThrow();
  });

  it('notices every changed byte', () => {
    const sealed = box.seal('x', 'user:7');

    for (const at of sealed.keys()) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      expect(() => box.open(changed, 'user:7')).toThrow();
    }
  });

  it('refuses a key of another length', () => expect(() => createSealedBox('c2hvcnQ=')).toThrow('32 bytes'));
});
