import { MalformedAnswerError, pushHeader, refuseControls } from './header-line';
import { withoutHopByHop, type RawHeaders } from './hop-by-hop';

/** How the end of a body is found (RFC 9112, section 6.3). */
export type Framing =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'until-close' };

/** The first part of a service's answer. */
export interface AnswerHead {
  readonly status: number;
  /** The headers that the client gets. */
  readonly headers: RawHeaders;
  readonly framing: Framing;
  /** The service takes another request on the same connection. */
  readonly isKeptAlive: boolean;
}

/** Reads the text before the empty line. Strict, because a wrong end of one answer is the beginning of another's. */
export const parseAnswerHead = (text: string, method: string | undefined): AnswerHead => {
  refuseControls(text);
  const lines = text.split('\r\n');
  const [, minor, status] = statusLine.exec(lines[0] ?? '') ?? [];
  if (minor === undefined || status === undefined) throw new MalformedAnswerError('No status line.');
  const raw: string[] = [];
  for (let at = 1; at < lines.length; at += 1) pushHeader(raw, lines[at] ?? '');
  const connection = valueOf(raw, 'connection')?.toLowerCase() ?? '';
  const framing = framingOf(raw, Number(status), method);
  return {
    status: Number(status),
    headers: withoutHopByHop(raw, connection),
    framing,
    isKeptAlive: minor === '1' && !connection.includes('close') && framing.kind !== 'until-close',
  };
};

/** Without 101, because the edge never asks for another protocol. */
const statusLine = /^HTTP\/1\.([01]) (?!101)([1-5]\d\d)(?: |$)/;

const framingOf = (raw: RawHeaders, status: number, method: string | undefined): Framing => {
  const announced = announcedFraming(raw);
  return method === 'HEAD' || status < 200 || status === 204 || status === 304 ? { kind: 'none' } : announced;
};

/** Also of an answer without a body, whose client reads the same headers. */
const announcedFraming = (raw: RawHeaders): Framing => {
  const [length, coding] = [valueOf(raw, 'content-length'), valueOf(raw, 'transfer-encoding')];
  if (coding !== undefined) {
    if (coding.toLowerCase() !== 'chunked' || length !== undefined) throw new MalformedAnswerError('Two framings.');
    return { kind: 'chunked' };
  }
  if (length === undefined) return { kind: 'until-close' };
  if (!/^\d{1,15}$/.test(length)) throw new MalformedAnswerError('A length that is no number.');
  return Number(length) === 0 ? { kind: 'none' } : { kind: 'length', bytes: Number(length) };
};

/** Several lines of one name are one value with commas, which fits neither a length nor a coding. */
const valueOf = (raw: RawHeaders, name: string): string | undefined => {
  let value: string | undefined;
  for (let at = 0; at < raw.length; at += 2) {
    const key = raw[at] ?? '';
    if (key.length !== name.length || key.toLowerCase() !== name) continue;
    value = value === undefined ? raw[at + 1] : `${value}, ${raw[at + 1] ?? ''}`;
  }
  return value;
};
