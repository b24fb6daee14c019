import { isSampled } from './traceparent';

/** The names of OTEL_TRACES_SAMPLER. */
export const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export type SamplerName = (typeof samplers)[number];

/** Whether a trace is recorded; `flags` are the caller's, undefined where the trace begins here. */
export type Sampler = (traceId: string, flags: string | undefined) => boolean;

/** `ratio` is of the traces to record, from 0 to 1. */
export const createSampler = (name: SamplerName, ratio: number): Sampler => {
  const share = shareOf(name, ratio);
  const decide = (traceId: string): boolean => randomnessOf(traceId) >= 1 - share;
  if (!name.startsWith('parentbased_')) return decide;
  return (traceId, flags) => (flags === undefined ? decide(traceId) : isSampled(flags));
};

const shareOf = (name: SamplerName, ratio: number): number => {
  if (name.endsWith('always_on')) return 1;
  return name.endsWith('always_off') ? 0 : ratio;
};

/**
 * From 0 to below 1, by the last 52 bits: these are random in every trace id that W3C's level 2 knows, and processes with
 * the same ratio decide alike about a trace.
 */
const randomnessOf = (traceId: string): number => Number.parseInt(traceId.slice(-13), 16) / 2 ** 52;
