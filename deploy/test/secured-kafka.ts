import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Env } from '@repasse/chassis/config/config';
import { createAuthority, type CertificateFiles } from '@repasse/chassis/testing/certificates';
import { freePort } from '@repasse/chassis/testing/free-port';
import { startKafka, type RunningKafka } from '../kafka/start';

export const scramUser = { name: 'scram-user', password: 'the-password-by-scram' };
export const plainUser = { name: 'plain-user', password: 'the-password-by-plain' };

export interface SecuredKafka extends RunningKafka {
  /** TLS and a password, PLAIN or SCRAM-SHA-512. */
  readonly byPassword: string;
  /** TLS and a client certificate. */
  readonly byCertificate: string;
  readonly caFile: string;
  /** An authority that has signed nothing here. */
  readonly otherCaFile: string;
  readonly clientFiles: CertificateFiles;
  /** Of 127.0.0.1, for a registry beside it. */
  readonly brokerFiles: CertificateFiles;
}

/** One broker with a listener for passwords and one for client certificates, under an authority made for it. */
export const startSecuredKafka = async (): Promise<SecuredKafka> => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-secured-kafka-'));
  const [authority, other] = await Promise.all([
    createAuthority(folder, 'authority'),
    createAuthority(folder, 'other-authority'),
  ]);
  const [brokerFiles, clientFiles] = await Promise.all([authority.issue('broker'), authority.issue('client')]);
  const [passwordPort, certificatePort] = [await freePort(), await freePort()];
  const kafka = await startKafka({
    secured: {
      listeners: [
        { name: 'PASSWORD', protocol: 'SASL_SSL', port: passwordPort },
        { name: 'CERTIFICATE', protocol: 'SSL', port: certificatePort },
      ],
      properties: { ...tlsProperties(folder, brokerFiles, authority.caFile), ...saslProperties },
      scramUsers: { [scramUser.name]: scramUser.password },
    },
  });
  const stop = async (): Promise<void> => {
    await kafka.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    ...{ ...kafka, stop, clientFiles, brokerFiles, caFile: authority.caFile, otherCaFile: other.caFile },
    ...{ byPassword: `127.0.0.1:${passwordPort}`, byCertificate: `127.0.0.1:${certificatePort}` },
  };
};

/** The settings of a service for one of the users. */
export const passwordEnv = (
  { caFile }: Pick<SecuredKafka, 'caFile'>,
  mechanism: 'plain' | 'scram-sha-512',
  { name, password }: typeof scramUser,
): Env => ({
  KAFKA_TLS: 'true',
  KAFKA_TLS_CA: caFile,
  KAFKA_SASL_MECHANISM: mechanism,
  KAFKA_SASL_USERNAME: name,
  KAFKA_SASL_PASSWORD: password,
});

/** The broker wants its key and its certificate in one file. */
const tlsProperties = (folder: string, { certFile, keyFile }: CertificateFiles, caFile: string) => {
  const keystore = join(folder, 'broker-keystore.pem');
  writeFileSync(keystore, readFileSync(keyFile, 'utf8') + readFileSync(certFile, 'utf8'));
  return {
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': keystore,
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': caFile,
    'listener.name.certificate.ssl.client.auth': 'required',
  };
};

const login = 'org.apache.kafka.common.security';
const saslProperties = {
  'listener.name.password.sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
  'listener.name.password.scram-sha-512.sasl.jaas.config': `${login}.scram.ScramLoginModule required;`,
  'listener.name.password.plain.sasl.jaas.config': `${login}.plain.PlainLoginModule required user_${plainUser.name}="${plainUser.password}";`,
};
