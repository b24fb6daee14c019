import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../config/config';
import { kafkaSecurity, kafkaSecurityFaults } from '../../config/kafka-settings';
import { securityOf } from './kafka-security';

const folder = mkdtempSync(join(tmpdir(), 'kafka-security-'));
const file = (name: string): string => {
  const path = join(folder, name);
  writeFileSync(path, `the ${name}`);
  return path;
};
afterAll(() => rmSync(folder, { recursive: true }));

const read = (env: Record<string, string>) => securityOf(readConfig(env, kafkaSecurity, kafkaSecurityFaults));

describe('how a client speaks to Kafka', () => {
  it('is plain unless it is said otherwise', () => {
    expect(read({})).toEqual({});
    expect(read({ KAFKA_TLS: 'true' })).toEqual({ ssl: {} });
  });

  it('is by TLS with certificates, and by a password', () => {
    expect(
      read({
        ...{ KAFKA_TLS: 'true', KAFKA_TLS_CA: file('ca'), KAFKA_TLS_CERT: file('cert'), KAFKA_TLS_KEY: file('key') },
        ...{
          KAFKA_SASL_MECHANISM: 'scram-sha-512',
          KAFKA_SASL_USERNAME: 'repasse',
          KAFKA_SASL_PASSWORD: 'long-enough-password',
        },
      }),
    ).toEqual({
      ssl: { ca: 'the ca', cert: 'the cert', key: 'the key' },
      sasl: { mechanism: 'scram-sha-512', username: 'repasse', password: 'long-enough-password' },
    });
  });

  it('is by the password of the moment', () => {
    const env = { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'repasse' };
    const settingsOf = (password: string) => readConfig({ ...env, KAFKA_SASL_PASSWORD: password }, kafkaSecurity);
    let current = settingsOf('the-first-password');
    const { sasl } = securityOf(current, () => current);
    current = settingsOf('the-other-password');

    expect(sasl).toEqual({ mechanism: 'plain', username: 'repasse', password: 'the-other-password' });
  });

  it.each([
    [{ KAFKA_SASL_MECHANISM: 'oauthbearer' }, 'KAFKA_OAUTH_TOKEN_URL'],
    [{ KAFKA_SASL_MECHANISM: 'oauthbearer', KAFKA_SASL_USERNAME: 'repasse' }, 'KAFKA_SASL_USERNAME is of no use'],
    [{ KAFKA_OAUTH_CLIENT_ID: 'charge' }, 'KAFKA_OAUTH_CLIENT_ID needs KAFKA_SASL_MECHANISM=oauthbearer'],
    [{ KAFKA_OAUTH_TLS_CA: '/ca' }, 'https KAFKA_OAUTH_TOKEN_URL'],
    [{ KAFKA_SASL_MECHANISM: 'plain' }, 'KAFKA_SASL_USERNAME'],
    [{ KAFKA_TLS_CERT: '/cert' }, 'KAFKA_TLS_KEY'],
    [{ KAFKA_TLS_CA: '/ca' }, 'KAFKA_TLS=true'],
    [{ KAFKA_SASL_MECHANISM: 'gssapi' }, 'KAFKA_SASL_MECHANISM'],
  ])('%j is refused at start', (env, named) => {
    expect(() => read(env)).toThrow(named);
  });
});
