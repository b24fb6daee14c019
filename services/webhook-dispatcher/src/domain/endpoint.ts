export type DisabledReason = 'MERCHANT' | 'GONE' | 'FAILING';

/** Long enough for a long weekend: until then an endpoint that answers nothing is only retried. */
export const failingMsMax = 5 * 24 * 60 * 60_000;

/** Each message may go to all of them. */
export const endpointsPerUserMax = 16;
