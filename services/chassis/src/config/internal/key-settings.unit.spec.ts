import { randomBytes } from 'node:crypto';
import { encryptionKeys, internalCallers, numberedKeys, secrets } from './key-settings';

const [a, b, c] = ['a-secret-of-sixteen', 'b-secret-of-sixteen', 'c-secret-of-sixteen'];

describe('settings of keys and secrets', () => {
  it('takes secrets, of which the first is in use', () => {
    expect(secrets('S').read(`${a}, ${b}`)).toEqual({ value: [a, b] });
  });

  it('takes keys with their numbers, in the order given', () => {
    expect(numberedKeys('K').read(`2:${a},1:${b}`)).toEqual({
      value: [
        { number: 2, key: a },
        { number: 1, key: b },
      ],
    });
  });

  it('takes callers with two tokens each at most', () => {
    expect(internalCallers('C', ['charge', 'ledger']).read(`charge:${a},charge:${b},ledger:${c}`)).toEqual({
      value: [
        { name: 'charge', token: a },
        { name: 'charge', token: b },
        { name: 'ledger', token: c },
      ],
    });
  });

  it.each([
    [secrets('S'), undefined, 'is missing.'],
    [secrets('S'), `${a},${b},${c}`, 'must have at most 2 secrets'],
    [secrets('S'), `${a},short`, 'at least 16 characters'],
    [secrets('S'), `${a},`, 'at least 16 characters'],
    [secrets('S', { minCharacters: 32 }), a, 'at least 32 characters'],
    [numberedKeys('K'), a, 'must be number:key'],
    [numberedKeys('K'), `65536:${a}`, 'must be number:key'],
    [numberedKeys('K'), `1:${a},1:${b}`, 'must not give a number twice'],
    [numberedKeys('K'), '1:short', 'at least 16 characters'],
    [encryptionKeys('E'), `1:${randomBytes(16).toString('base64')}`, 'keys of 32 bytes in base64'],
    [internalCallers('C', ['charge']), a, 'must be caller:token'],
    [internalCallers('C', ['charge']), `ledger:${a}`, 'a caller is charge'],
    [internalCallers('C', ['charge', 'ledger']), `charge:${a}`, 'a token of ledger'],
    [internalCallers('C', ['charge']), `charge:${a},charge:${b},charge:${c}`, 'at most 2 tokens'],
    [internalCallers('C', ['charge', 'ledger']), `charge:${a},ledger:${a}`, 'must not give a token twice'],
    [internalCallers('C', ['charge']), 'charge:short', 'at least 16 characters'],
  ])('%# is refused, and no value is quoted', (setting, raw, said) => {
    const reading = setting.read(raw);

    expect(reading).toEqual({ fault: expect.stringContaining(said) });
    expect(JSON.stringify(reading)).not.toMatch(/-secret-of-sixteen|short"/);
  });
});
