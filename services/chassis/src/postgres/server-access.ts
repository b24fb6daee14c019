import { type ClientConfig } from 'pg';
import { type PostgresAccess } from '../config/postgres-settings';
import { tlsTexts } from '../net/tls-files';

let accessOf: (() => PostgresAccess) | undefined;
let ssl: ClientConfig['ssl'];

/**
 * From now on each new connection of this process, whatever it is for, is opened this way. A process has one server: that
 * of its database, on which the bus in PostgreSQL must be as well. Passwords and certificates may change meanwhile.
 */
export const usePostgresAccess = (current: () => PostgresAccess): void => {
  accessOf = current;
  ssl = tlsOf(current());
};

const tlsOf = ({ tls, tlsCaFile, tlsCertFile, tlsKeyFile }: PostgresAccess): ClientConfig['ssl'] => {
  if (tls === 'disable') return undefined;
  const options = {
    rejectUnauthorized: true,
    ...(tls === 'verify-ca' && { checkServerIdentity: () => undefined }),
  };
  const texts = tlsTexts({ caFile: tlsCaFile, certFile: tlsCertFile, keyFile: tlsKeyFile });
  return Object.defineProperties(options, Object.getOwnPropertyDescriptors(texts));
};

type Address = Pick<ClientConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database' | 'password' | 'ssl'>;

/** The address in the driver's words. */
export const addressOf = (url: string): Address => {
  const target = new URL(url);
  const host = target.searchParams.get('host') ?? target.hostname.replaceAll(/^\[|\]$/g, '');
  // A socket file is of this machine: PostgreSQL has no TLS there.
  const secured = ssl === undefined || host.startsWith('/') ? {} : { ssl };
  const access = accessOf;
  if (access?.().password === undefined || target.password !== '') return { connectionString: url, ...secured };
  return {
    ...secured,
    host,
    ...(target.port !== '' && { port: Number(target.port) }),
    user: decodeURIComponent(target.username),
    database: decodeURIComponent(target.pathname.slice(1)),
    // Asked for at each connection.
    password: () => access().password ?? '',
  };
};

const certificateFaults = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_HAS_EXPIRED',
  'CERT_SIGNATURE_FAILURE',
]);

/** A fault of TLS in the words of the settings; other faults as they are. */
export const explainTlsFault = (fault: unknown): unknown => {
  if (typeof fault !== 'object' || fault === null) return fault;
  const code = 'code' in fault ? String(fault.code) : '';
  const explained = (text: string): Error => new Error(text, { cause: fault });
  if (certificateFaults.has(code))
    return explained(`The PostgreSQL server’s certificate is not of the authority in POSTGRES_TLS_CA (${code}).`);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return explained('The PostgreSQL server’s certificate is of another host than the address names.');
  if ('message' in fault && String(fault.message).includes('does not support SSL'))
    return explained('The PostgreSQL server has no TLS, which POSTGRES_TLS asks for.');
  return fault;
};
