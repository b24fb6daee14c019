/** The part of kafkajs's inside that quiet-queues.ts mends; kafkajs has no types for it. */
declare module 'kafkajs/src/network/requestQueue' {
  export default class RequestQueue {
    constructor(options: {
      readonly maxInFlightRequests: number | null;
      readonly requestTimeout: number;
      readonly enforceRequestTimeout: boolean;
      readonly clientId: string;
      readonly broker: string;
      readonly logger: { debug(message: string): void };
    });
    /** Requests that a throttled or busy connection has not sent. */
    readonly pending: readonly unknown[];
    push(request: {
      readonly entry: { readonly correlationId: number };
      readonly expectResponse: boolean;
      readonly sendRequest: () => void;
    }): void;
    maybeThrottle(forMs: number): void;
    checkPendingRequests(): void;
    scheduleCheckPendingRequests: (this: RequestQueue) => void;
  }
}
