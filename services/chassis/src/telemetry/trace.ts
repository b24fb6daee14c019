import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { hasCardDigits } from '../http/card-data/card-digits';

/** Where the code that is running belongs: a W3C trace, and the HTTP request that started it where there was one. */
export interface Trace {
  /** 32 hexadecimal digits, the same in every service a request passes through. */
  readonly traceId: string;
  /** The header to send on: a `traceparent` with this service's own span as the parent. */
  readonly traceparent: string;
  readonly requestId: string | undefined;
}

const storage = new AsyncLocalStorage<Trace>();

export const currentTrace = (): Trace | undefined => storage.getStore();

/** Runs `fn` within a trace: the caller's when `traceparent` is well-formed, a new one otherwise. */
export const runInTrace = <T>(
  origin: { readonly traceparent?: string | undefined; readonly requestId?: string | undefined },
  fn: () => T,
): T => storage.run(beginTrace(origin), fn);

const beginTrace = (origin: {
  readonly traceparent?: string | undefined;
  readonly requestId?: string | undefined;
}): Trace => {
  const parent = parseTraceparent(origin.traceparent);
  const spanId = randomHex(8);
  const traceId = parent?.traceId ?? randomHex(16);
  return { traceId, traceparent: `00-${traceId}-${spanId}-${parent?.flags ?? '01'}`, requestId: origin.requestId };
};

const traceparentForm = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * All-zero ids and version ff are invalid by the specification; a later version may say more, version 00 may not. An id
 * is kept with events and logs, so one that holds a card number is not taken over: a new trace begins.
 */
export const parseTraceparent = (header: string | undefined): { traceId: string; flags: string } | undefined => {
  const match = header === undefined ? null : traceparentForm.exec(header);
  if (match === null) return undefined;
  const [, version, traceId = '', spanId = '', flags = '01', more] = match;
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId) || hasCardDigits(traceId)) return undefined;
  return { traceId, flags };
};

/** Random bytes are taken from a pool: one system call serves some hundred ids instead of one. */
const poolBytes = 4_096;
let pool = randomBytes(poolBytes);
let used = 0;

const randomHex = (bytes: number): string => {
  if (used + bytes > poolBytes) {
    pool = randomBytes(poolBytes);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
};
