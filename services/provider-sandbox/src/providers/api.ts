import { setTimeout as pause } from 'node:timers/promises';
import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from 'express';
import { type ChaosProvider } from '../store/switches';
import { type World } from '../world';
import { type ProviderAnswer, send, withhold } from './answer';

export type Endpoint<Provider> = (provider: Provider, request: Request) => Promise<ProviderAnswer>;

/** The answer to a caller who is refused; undefined lets the request through. */
export type Refusal<Provider> = (
  provider: Provider,
  request: Request,
) => Promise<ProviderAnswer | undefined> | ProviderAnswer | undefined;

/** Wraps an endpoint: chaos applies to it, and before it runs, `refusal` checks the caller; without one, the API's does. */
type Guard<Provider> = (endpoint: Endpoint<Provider>, refusal?: Refusal<Provider>) => RequestHandler;

/** Chaos makes an answer late, refuses the request, loses it on its way, or carries it out in silence. */
export const guardOf =
  <Provider extends Pick<World, 'chaos' | 'stopping'>>(
    provider: Provider,
    name: ChaosProvider,
    /** How the provider says that it is out of order. */
    unavailable: () => ProviderAnswer,
    refusalOfApi?: Refusal<Provider>,
  ): Guard<Provider> =>
  (endpoint, refusal = refusalOfApi) =>
  async (request, response) => {
    const { latencyMs, errorRate, timeoutRate, lostRate } = provider.chaos.get()[name];
    if (latencyMs > 0) await pause(latencyMs);
    if (Math.random() < errorRate) {
      send(response, unavailable());
      return;
    }
    if (Math.random() < lostRate) {
      withhold(provider.stopping, request, response);
      return;
    }

    const isTimedOut = Math.random() < timeoutRate;
    const answer = (await refusal?.(provider, request)) ?? (await endpoint(provider, request));
    if (isTimedOut || answer.isWithheld === true) withhold(provider.stopping, request, response);
    else send(response, answer);
  };

/** An endpoint without chaos and without a check of the caller. */
export const plain =
  <Provider>(provider: Provider, endpoint: Endpoint<Provider>): RequestHandler =>
  async (request, response) =>
    send(response, await endpoint(provider, request));

/** A provider as its callers know it. */
interface Api<Provider> {
  /** Under which name chaos is set for it. */
  readonly name: ChaosProvider;
  readonly bodyLimitBytes: number;
  readonly unavailable: () => ProviderAnswer;
  /** Checks the callers of all guarded endpoints that have no refusal of their own. */
  readonly refusal?: Refusal<Provider>;
  readonly notFound: () => ProviderAnswer;
  /** A request that could not be read (4xx), or a fault of our own (5xx). */
  readonly fault: (status: number) => ProviderAnswer;
}

/** A provider's API on bare express, because its errors, media types and refusals are its own. */
export const apiRouter = <Provider extends World>(
  provider: Provider,
  api: Api<Provider>,
  add: (router: Router, guard: Guard<Provider>) => void,
): Router => {
  const router = express.Router();
  router.use(express.json({ limit: api.bodyLimitBytes }));
  add(router, guardOf(provider, api.name, api.unavailable, api.refusal));
  router.use((_request, response) => send(response, api.notFound()));
  // Four parameters are how express knows an error handler.
  const handleFault: ErrorRequestHandler = (thrown: unknown, _request, response, _next) => {
    const status = thrown instanceof Error && 'status' in thrown ? Number(thrown.status) : 500;
    // A body that could not be read may hold a card, and the parser's message quotes it. Only our faults are logged.
    if (status >= 500) provider.log.error({ err: thrown }, 'request to a simulated provider failed');
    send(response, api.fault(status));
  };
  router.use(handleFault);
  return router;
};
