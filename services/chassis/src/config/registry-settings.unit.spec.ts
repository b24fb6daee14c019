import { ConfigError, readConfig } from './config';
import { registryAccess, registryAccessFaults } from './registry-settings';

const read = (env: Record<string, string>) => readConfig(env, registryAccess, registryAccessFaults);
const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    read(env);
    return [];
  } catch (fault) {
    return fault instanceof ConfigError ? fault.faults : [String(fault)];
  }
};

const https = 'https://registry:8443/apis/ccompat/v7';
const user = { SCHEMA_REGISTRY_USERNAME: 'repasse', SCHEMA_REGISTRY_PASSWORD: 'long-enough-password' };

describe('how a client speaks to the schema registry', () => {
  it('is without a password unless it is said otherwise', () => {
    expect(read({ SCHEMA_REGISTRY_URL: 'http://registry:8080' })).toEqual({});
  });

  it('is by a password and an authority of its own', () => {
    expect(read({ SCHEMA_REGISTRY_URL: https, ...user, SCHEMA_REGISTRY_TLS_CA: '/run/secrets/ca.pem' })).toEqual({
      ...{ username: 'repasse', password: 'long-enough-password', tlsCaFile: '/run/secrets/ca.pem' },
    });
  });

  it.each([
    [{ SCHEMA_REGISTRY_USERNAME: 'repasse' }, /are needed together/],
    [{ SCHEMA_REGISTRY_PASSWORD: 'long-enough-password' }, /are needed together/],
    [{ ...user, SCHEMA_REGISTRY_PASSWORD: 'short' }, /^SCHEMA_REGISTRY_PASSWORD must have at least/],
    [{ ...user, SCHEMA_REGISTRY_USERNAME: 'a:b' }, /^SCHEMA_REGISTRY_USERNAME must match/],
    [{ SCHEMA_REGISTRY_URL: 'http://r', SCHEMA_REGISTRY_TLS_CA: '/ca' }, /needs an https SCHEMA_REGISTRY_URL/],
    [{ SCHEMA_REGISTRY_URL: 'https://me:secret@r' }, /must not hold credentials/],
  ])('%j is refused at start, and no value is quoted', (env, said) => {
    expect(faultsOf(env)).toEqual([expect.stringMatching(said)]);
    expect(faultsOf(env).join()).not.toMatch(/me:secret|long-enough/);
  });
});
