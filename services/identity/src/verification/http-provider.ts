import { createBreaker } from '@repasse/chassis/breaker/breaker';
import { openExchange, type RawAnswer } from '@repasse/chassis/http/exchange';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import {
  verificationResults,
  type VerificationAnswer,
  type VerificationProvider,
  type VerificationResult,
} from './provider';

interface Options {
  readonly baseUrl: string;
  readonly token: () => string;
  readonly metrics: Metrics;
}

/** People wait for days for a verification, so an answer may take its time; nothing else waits for it. */
const timeoutMs = 10_000;
const breaker = {
  timeoutMs: timeoutMs + 1_000,
  errorThresholdPercentage: 50,
  resetTimeoutMs: 30_000,
  volumeThreshold: 5,
};
const limits = { socketsMax: 8, answerBytesMax: 64 * 1_024, idleTimeoutMs: 4_000, repeatsUnanswered: true };

/** Codes, as an operator's are. */
const reasonForm = /^[A-Z][A-Z0-9_]{0,59}$/;
const reasonsMax = 10;

/** The protocol of this service's README, spoken to a provider or to a small program in front of one. */
export const createHttpProvider = ({ baseUrl, token, metrics }: Options): VerificationProvider => {
  const { exchange, close } = openExchange(limits);
  const send = createBreaker(
    'verification',
    (method: 'GET' | 'POST', path: string, body?: object): Promise<RawAnswer> =>
      exchange({
        ...{ method, url: new URL(`${baseUrl}${path}`), timeoutMs },
        headers: {
          ...{ accept: 'application/json', authorization: `Bearer ${token()}` },
          ...(body && { 'content-type': 'application/json' }),
        },
        body: body && JSON.stringify(body),
      }),
    breaker,
    metrics,
  );
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<VerificationAnswer> => {
    try {
      return answerOf(await send.fire(method, path, body));
    } catch (fault) {
      return { outcome: 'unavailable', detail: fault instanceof Error ? fault.message : 'No answer came.' };
    }
  };
  return {
    request: ({ verificationId, kind, data, documents }) =>
      ask('POST', '/verifications', { verificationId, kind, ...data, documents }),
    read: (verificationId) => ask('GET', `/verifications/${verificationId}`),
    stop: () => {
      send.stop();
      close();
    },
  };
};

/** A refusal to look (4xx) is no refusal of the recipient: a person looks then. */
export const answerOf = ({ status, text }: Pick<RawAnswer, 'status' | 'text'>): VerificationAnswer => {
  if (status === 404) return { outcome: 'unknown' };
  if (status === 422) return { outcome: 'decided', result: 'NEEDS_REVIEW', reasons: ['PROVIDER_REFUSED'] };
  if (status < 200 || status > 299) return unreadable(`It answered ${status}.`);
  const { status: standing, result, reasons } = fieldsOf(text);
  if (standing === 'PENDING') return { outcome: 'pending' };
  if (standing !== 'DECIDED' || !isResult(result)) return unreadable('Its answer cannot be read.');
  return { outcome: 'decided', result, reasons: reasonsIn(reasons, result) };
};

const unreadable = (detail: string): VerificationAnswer => ({ outcome: 'unavailable', detail });

const isResult = (value: unknown): value is VerificationResult => verificationResults.some((each) => each === value);

/** Only codes, since reasons are shown and published. A refusal has one. */
const reasonsIn = (value: unknown, result: VerificationResult): readonly string[] => {
  const given = Array.isArray(value) ? value : [];
  const codes = given.filter((each): each is string => typeof each === 'string' && reasonForm.test(each));
  return codes.length === 0 && result === 'REFUSED' ? ['PROVIDER_REFUSED'] : codes.slice(0, reasonsMax);
};

const fieldsOf = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
};
