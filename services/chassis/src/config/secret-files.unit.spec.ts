import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, integer, numberedKeys, optional, readConfig, secret, text, url } from './config';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'repasse-secrets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const settings = {
  token: secret('TOKEN'),
  database: { url: url('DATABASE_URL', { protocols: ['postgres'] }), code: optional(text('CODE', { isSecret: true })) },
  keys: optional(numberedKeys('KEYS')),
  name: text('NAME', { default: 'none' }),
  port: integer('PORT', { default: 1 }),
};
const base = { TOKEN: 'a-token-of-sixteen', DATABASE_URL: 'postgres://localhost/db' };
const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    readConfig({ ...base, ...env }, settings);
    return [];
  } catch (fault) {
    return fault instanceof ConfigError ? fault.faults : [String(fault)];
  }
};

describe('secrets in files', () => {
  it('are read from the file that NAME_FILE names, without its last line end', () => {
    const env = {
      TOKEN_FILE: file('token', 'a-token-from-a-file\n'),
      DATABASE_URL_FILE: file('url', 'postgres://me:secret@db/own\r\n'),
      CODE_FILE: file('code', 'code'),
      KEYS_FILE: file('keys', '1:a-key-from-a-file-1\n'),
    };

    expect(readConfig(env, settings)).toMatchObject({
      token: 'a-token-from-a-file',
      database: { url: 'postgres://me:secret@db/own', code: 'code' },
      keys: [{ number: 1, key: 'a-key-from-a-file-1' }],
    });
  });

  it('are shown to the checks between several variables', () => {
    const { TOKEN, ...others } = base;
    const env = { ...others, TOKEN_FILE: file('seen', TOKEN) };

    expect(() => readConfig(env, settings, ({ TOKEN: seen }) => [`saw ${seen === TOKEN}`])).toThrow('saw true');
  });

  it('are of secrets and addresses only', () => {
    expect(readConfig({ ...base, NAME_FILE: file('name', 'other'), PORT_FILE: '/nowhere' }, settings)).toMatchObject({
      name: 'none',
      port: 1,
    });
  });

  it('are refused when they cannot be, and only once each', () => {
    const { TOKEN, ...others } = base;
    const missing = { ...others, TOKEN_FILE: join(folder, 'nowhere') };

    expect(() => readConfig(missing, settings)).toThrow(
      'has 1 fault(s):\n  - TOKEN_FILE names a file that cannot be read (ENOENT).',
    );
    expect(faultsOf({ TOKEN_FILE: file('both', TOKEN) })).toEqual(['TOKEN and TOKEN_FILE are both given.']);
    expect(faultsOf({ CODE_FILE: file('empty', ' \n') })).toEqual(['CODE_FILE names an empty file.']);
    expect(faultsOf({ CODE_FILE: file('large', 'x'.repeat(70_000)) })).toEqual([
      'CODE_FILE names a file of more than 65536 bytes.',
    ]);
    expect(faultsOf({ KEYS_FILE: file('wrong', '1:short') })).toEqual([
      'KEYS must have keys of at least 16 characters.',
    ]);
  });
});
