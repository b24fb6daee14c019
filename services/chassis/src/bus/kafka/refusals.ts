import { types } from 'node:util';

/** The broker or the registry is there and does not let this client in, so a setting here or a user there is wrong. */
export class BusRefusedError extends Error {
  override readonly name = 'BusRefusedError';
  readonly code = 'bus.refused';
  /** It passes when the user is created or a certificate renewed there, so nothing is given up for it. */
  readonly isRetryable = true;
}

/** The cluster is there and has fewer copies in sync than it asks for: it takes nothing until brokers are back. */
export class ReplicasMissingError extends Error {
  override readonly name = 'ReplicasMissingError';
  readonly code = 'bus.replicas_missing';
  readonly isRetryable = true;
}

const replicasMissing: ReadonlySet<string> = new Set(['NOT_ENOUGH_REPLICAS', 'NOT_ENOUGH_REPLICAS_AFTER_APPEND']);

/** OpenSSL's names for a server's certificate that this client does not trust. */
const untrusted: ReadonlySet<string> = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const causesMax = 5;

/** The fault itself, a BusRefusedError that names the settings to look at, or a ReplicasMissingError. */
export type ExplainFault = (fault: unknown) => unknown;

/**
 * kafkajs often wraps the fault that says why. A broker that restarts closes connections as one does that wants TLS, so
 * that counts as a refusal only while it has never let this client in.
 */
export const explainKafkaFault = (fault: unknown, wasLetIn: boolean): unknown => {
  let cause = fault;
  for (let depth = 0; depth < causesMax && cause instanceof Error; depth += 1) {
    if (cause instanceof BusRefusedError) return cause;
    if (replicasMissing.has(field(cause, 'type'))) {
      const said = 'Kafka takes no message: fewer copies are in sync than min.insync.replicas. Brokers are away.';
      return new ReplicasMissingError(said, { cause: fault });
    }
    const reason = kafkaReason(cause) ?? (wasLetIn ? undefined : firstContactReason(cause));
    if (reason !== undefined) return new BusRefusedError(`Kafka refuses this client: ${reason}`, { cause: fault });
    cause = cause.cause;
  }
  return fault;
};

const kafkaReason = (fault: Error): string | undefined => {
  const type = field(fault, 'type');
  if (fault.name === 'KafkaJSSASLAuthenticationError' || type === 'SASL_AUTHENTICATION_FAILED') {
    return 'it does not accept KAFKA_SASL_USERNAME with this KAFKA_SASL_PASSWORD by KAFKA_SASL_MECHANISM.';
  }
  if (type === 'UNSUPPORTED_SASL_MECHANISM') return 'this listener does not offer KAFKA_SASL_MECHANISM.';
  if (type.endsWith('_AUTHORIZATION_FAILED')) return `the user lacks a right there (${type}).`;
  return transportReason(fault);
};

const transportReason = (fault: Error): string | undefined => {
  const code = field(fault, 'code');
  if (untrusted.has(code)) return `its certificate is not trusted (${code}); KAFKA_TLS_CA names the authority's file.`;
  if (/^ERR_SSL_.*CERTIFICATE|^ERR_SSL_.*UNKNOWN_CA/.test(code)) {
    return `it does not accept the client certificate, or got none (${code}); see KAFKA_TLS_CERT and KAFKA_TLS_KEY.`;
  }
  return code.startsWith('ERR_SSL_') ? `TLS fails (${code}); see KAFKA_TLS.` : undefined;
};

/** Of a broker that says nothing and closes, or that expects no sign-in at this point. */
const firstContactReason = (fault: Error): string | undefined => {
  if (field(fault, 'type') === 'ILLEGAL_SASL_STATE')
    return 'this listener takes no password; leave KAFKA_SASL_… empty.';
  if (fault.message.includes('before secure TLS connection')) return 'this listener does not speak TLS; see KAFKA_TLS.';
  // A listener with TLS gives a client without it no answer, and one with passwords closes on a client that sent none.
  if (fault.name === 'KafkaJSConnectionClosedError') {
    return 'it closed the connection at the first request; the listener may ask for TLS (KAFKA_TLS) or for a password (KAFKA_SASL_…).';
  }
  return undefined;
};

/** The same of the registry, whose client tells an answer's status, and of a connection's fault the message alone. */
export const explainRegistryFault = (fault: unknown): unknown => {
  // Faults of node's own are no Error of this realm under a test runner.
  if (!types.isNativeError(fault)) return fault;
  const reason = statusReason('status' in fault ? fault.status : undefined) ?? certificateReason(fault.message);
  return reason === undefined ? fault : refusedByRegistry(reason, fault);
};

/** Why the registry refuses this client, by the status of its answer; undefined when it does not. */
export const registryRefusal = (status: number): BusRefusedError | undefined => {
  const reason = statusReason(status);
  return reason === undefined ? undefined : refusedByRegistry(reason);
};

const refusedByRegistry = (reason: string, cause?: Error): BusRefusedError =>
  new BusRefusedError(`The schema registry refuses this client: ${reason}`, { cause });

const statusReason = (status: unknown): string | undefined => {
  if (status === 401) return 'it does not accept SCHEMA_REGISTRY_USERNAME with SCHEMA_REGISTRY_PASSWORD (401).';
  return status === 403 ? 'SCHEMA_REGISTRY_USERNAME lacks a right there (403).' : undefined;
};

/** OpenSSL's texts about a certificate that is not trusted all have the word in them. */
const certificateReason = (message: string): string | undefined => {
  const [text] = /[^:]*\bcertificate\b.*/i.exec(message) ?? [];
  return text === undefined
    ? undefined
    : `its certificate is not trusted (${text.trim()}); SCHEMA_REGISTRY_TLS_CA names the authority's file.`;
};

const field = (fault: Error, name: 'type' | 'code'): string => {
  const value: unknown = Reflect.get(fault, name);
  return typeof value === 'string' ? value : '';
};
