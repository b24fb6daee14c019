import { HttpFault } from '@repasse/chassis/http/http-fault';
import { type Clock, toIso } from '@repasse/chassis/clock';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type SpanTemplate } from '@repasse/chassis/telemetry/spans';
import { startSpan, untilDone } from '@repasse/chassis/telemetry/trace';
import { type Exchange, type ExchangeAnswer, type ExchangeRequest } from './exchange';
import { type ProviderCallLog, toProviderCall } from './raw-log';

/** Keeps a raw record of every exchange and measures it, whatever came of it. */
export const observed = (
  exchange: Exchange,
  o: { provider: string; keep: ProviderCallLog; metrics: Metrics; clock: Clock },
): Exchange => {
  const seconds = o.metrics.histogram(
    'repasse_provider_request_duration_seconds',
    'How long providers take to answer, by what came of it.',
    ['provider', 'operation', 'outcome'],
  );
  return async (request) => {
    const askedAt = toIso(o.clock.now());
    const startedMs = performance.now();
    const result = await settled(inSpan(o.provider, request, exchange));
    const durationMs = Math.round(performance.now() - startedMs);
    const { provider } = o;
    const { operation } = request;
    seconds.observe({ provider, operation, outcome: outcomeOf(result) }, durationMs / 1000);
    o.keep(toProviderCall(provider, request, result, durationMs, askedAt));
    if (result instanceof HttpFault) throw result;
    return result;
  };
};

const callSpan: SpanTemplate = { kind: 'client', name: 'provider' };

/** Without the address and the reference: paths of providers hold both, and a provider gets no header of ours. */
const inSpan = async (provider: string, request: ExchangeRequest, exchange: Exchange): Promise<ExchangeAnswer> => {
  const span = startSpan(callSpan);
  if (span === undefined) return exchange(request);
  span.rename(`${provider} ${request.operation}`);
  span.set({
    'http.request.method': request.method,
    'server.address': request.url.hostname,
    'repasse.provider': provider,
    'repasse.provider.operation': request.operation,
  });
  return untilDone(span, async () => {
    const answer = await exchange(request);
    span.set({ 'http.response.status_code': answer.status });
    if (answer.status >= 400) span.fail(String(answer.status));
    return answer;
  });
};

/** A fault of the exchange is an outcome worth keeping; any other error is ours and passes through. */
const settled = async (answer: Promise<ExchangeAnswer>): Promise<ExchangeAnswer | HttpFault> => {
  try {
    return await answer;
  } catch (fault) {
    if (fault instanceof HttpFault) return fault;
    throw fault;
  }
};

const outcomeOf = (result: ExchangeAnswer | HttpFault): string =>
  result instanceof HttpFault ? result.code : `${Math.floor(result.status / 100)}xx`;
