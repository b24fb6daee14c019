import { DatabaseError } from 'pg';

/** SQLSTATE classes after which the same statement may succeed: lost connection, rollback, resources, operator. */
const retryableClasses = new Set(['08', '40', '53', '57']);
const lockNotAvailable = '55P03';
const uniqueViolation = '23505';

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);

/** Messages of node-postgres and of ours, without a code, for a lost or refused connection. */
const connectionMessages =
  /connection terminated|connection ended|not queryable|timeout (exceeded when trying to connect|expired)/i;

/** True when trying again later can help and the input is not to blame. */
export const isRetryableFault = (fault: unknown): boolean => {
  if (!(fault instanceof Error)) return false;
  if ('isRetryable' in fault) return fault.isRetryable === true;
  return fault instanceof DatabaseError ? isRetryableState(fault.code ?? '') : isConnectionFault(fault);
};

const isRetryableState = (state: string): boolean =>
  retryableClasses.has(state.slice(0, 2)) || state === lockNotAvailable;

/** True when the answer was lost, so the server may or may not have run the statement. */
export const isConnectionFault = (fault: unknown): boolean => {
  if (!(fault instanceof Error)) return false;
  if (fault instanceof DatabaseError) return ['08', '57'].includes((fault.code ?? '').slice(0, 2));
  const code = 'code' in fault ? String(fault.code) : '';
  return networkCodes.has(code) || connectionMessages.test(fault.message);
};

/** The violated constraint's name when the fault is a unique violation. */
export const violatedConstraint = (fault: unknown): string | undefined =>
  fault instanceof DatabaseError && fault.code === uniqueViolation ? fault.constraint : undefined;
