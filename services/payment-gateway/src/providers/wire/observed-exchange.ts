import { HttpFault } from '@repasse/chassis/http/http-fault';
import { type Clock, toIso } from '@repasse/chassis/clock';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type Exchange, type ExchangeAnswer } from './exchange';
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
    const result = await settled(exchange(request));
    const durationMs = Math.round(performance.now() - startedMs);
    const { provider } = o;
    const { operation } = request;
    seconds.observe({ provider, operation, outcome: outcomeOf(result) }, durationMs / 1000);
    o.keep(toProviderCall(provider, request, result, durationMs, askedAt));
    if (result instanceof HttpFault) throw result;
    return result;
  };
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
