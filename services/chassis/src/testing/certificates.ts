import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const opensslTimeoutMs = 10_000;

export interface CertificateFiles {
  readonly certFile: string;
  /** PKCS#8, not encrypted. */
  readonly keyFile: string;
}

export interface Authority {
  readonly caFile: string;
  /** A certificate of 127.0.0.1 and localhost, for a server and for a client. */
  issue(name: string): Promise<CertificateFiles>;
}

/** An authority for tests, made by `openssl` 3 in this folder; valid for a day, or for some. */
export const createAuthority = async (folder: string, name: string, days = 1): Promise<Authority> => {
  const own = await certificate(folder, name, ['-days', String(days), '-addext', 'basicConstraints=critical,CA:TRUE']);
  return {
    caFile: own.certFile,
    issue: (issued) =>
      certificate(folder, issued, [
        ...['-days', String(days)],
        ...['-CA', own.certFile, '-CAkey', own.keyFile],
        ...['-addext', 'basicConstraints=CA:FALSE', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'],
      ]),
  };
};

const certificate = async (folder: string, name: string, more: readonly string[]): Promise<CertificateFiles> => {
  const certFile = join(folder, `${name}.pem`);
  const keyFile = join(folder, `${name}-key.pem`);
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  await run('openssl', ['req', '-x509', ...key, '-out', certFile, '-subj', `/CN=${name}`, ...more], {
    timeout: opensslTimeoutMs,
  });
  return { certFile, keyFile };
};
