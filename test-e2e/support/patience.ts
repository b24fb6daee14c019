/**
 * How long a journey waits for what normally takes milliseconds: a busy machine, a broker that has just started. A wait
 * ends as soon as its condition holds; how fast the system is, is a matter for benchmarks.
 */
export const patient = { timeoutMs: 20_000 };
