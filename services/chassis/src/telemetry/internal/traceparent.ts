import { randomBytes } from 'node:crypto';
import { hasCardDigits } from '../../http/card-data/internal/card-digits';

/** The parts of a W3C traceparent that go on. */
export interface Traceparent {
  /** 32 hexadecimal digits, the same in every service a request passes through. */
  readonly traceId: string;
  /** 16 hexadecimal digits, of the caller's span. */
  readonly spanId: string;
  /** Two hexadecimal digits, whose last bit says whether the trace is recorded. */
  readonly flags: string;
}

const traceparentForm = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/**
 * All-zero ids and version ff are invalid by the specification; a later version may say more, version 00 may not. Ids are
 * kept with events, logs and spans, so one that holds a card number is not taken over: a new trace begins.
 */
export const parseTraceparent = (header: string | undefined): Traceparent | undefined => {
  const match = header === undefined ? null : traceparentForm.exec(header);
  if (match === null) return undefined;
  const [, version, traceId = '', spanId = '', flags = '01', more] = match;
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId) || hasCardDigits(traceId) || hasCardDigits(spanId)) return undefined;
  return { traceId, spanId, flags };
};

export const formatTraceparent = ({ traceId, spanId, flags }: Traceparent): string =>
  `00-${traceId}-${spanId}-${flags}`;

export const isSampled = (flags: string): boolean => (Number.parseInt(flags, 16) & 1) === 1;

/** The other flags stay as they came. */
export const withSampled = (flags: string, isRecorded: boolean): string => {
  const others = Number.parseInt(flags, 16) & 0xfe;
  return (others | (isRecorded ? 1 : 0)).toString(16).padStart(2, '0');
};

/** The last flag of a well-formed traceparent, without reading the rest of it. */
export const isRecordedAt = (traceparent: string): boolean => isSampled(traceparent.charAt(flagAt));
const flagAt = 54;

export const newTraceId = (): string => randomHex(16);
export const newSpanId = (): string => randomHex(8);

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
