/**
 * How long a journey waits for what normally takes milliseconds: on a starved machine that has taken more than twenty
 * seconds. A wait ends as soon as its condition holds; how fast the system is, is a matter for benchmarks.
 */
export const patient = { timeoutMs: 40_000 };
