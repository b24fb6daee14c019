import { type CallbackCarrier } from '../../callbacks/carrier';

/** The real one works through its notifications every thirty minutes, and tries each three times more. */
const retryDelayMs = 1_800_000;

/** Sent at once, where Cielo would wait for its next cycle, so that tests need not. Without a signature. */
export const cieloCarrier: CallbackCarrier = {
  retryDelaysMs: [retryDelayMs, retryDelayMs, retryDelayMs],
  prepare: async ({ address }) => ({ url: address, headers: { 'user-agent': 'Repasse-Sandbox-Cielo' } }),
};
