import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from 'express';
import { type ChaosProvider } from '../store/switches';
import { type World } from '../world';
import { type ProviderAnswer, send } from './answer';
import { chaotic } from './chaotic';

export type Endpoint<Provider> = (provider: Provider, request: Request) => Promise<ProviderAnswer>;

/** The answer to a caller who is refused; undefined lets the request through. */
type Refusal = (request: Request) => Promise<ProviderAnswer | undefined> | ProviderAnswer | undefined;

/** Wraps an endpoint: chaos applies to it, and `refusal` is asked before it runs. */
export const guardOf =
  <Provider extends Pick<World, 'chaos' | 'stopping'>>(
    provider: Provider,
    name: ChaosProvider,
    unavailable: () => ProviderAnswer,
  ) =>
  (endpoint: Endpoint<Provider>, refusal?: Refusal): RequestHandler =>
    chaotic(
      { chaos: () => provider.chaos.get()[name], unavailable, stopping: provider.stopping },
      async (request) => (await refusal?.(request)) ?? endpoint(provider, request),
    );

/** An endpoint without chaos and without a check of the caller. */
export const plain =
  <Provider>(provider: Provider, endpoint: Endpoint<Provider>): RequestHandler =>
  async (request, response) =>
    send(response, await endpoint(provider, request));

interface Words {
  readonly bodyLimitBytes: number;
  readonly notFound: () => ProviderAnswer;
  /** A request that could not be read (4xx), or a fault of our own (5xx). */
  readonly fault: (status: number) => ProviderAnswer;
}

/** A provider's API on bare express, because its errors, media types and refusals are its own. */
export const apiRouter = ({ log }: Pick<World, 'log'>, words: Words, add: (router: Router) => void): Router => {
  const router = express.Router();
  router.use(express.json({ limit: words.bodyLimitBytes }));
  add(router);
  router.use((_request, response) => send(response, words.notFound()));
  // Four parameters are how express knows an error handler.
  const handleFault: ErrorRequestHandler = (thrown: unknown, _request, response, _next) => {
    const status = thrown instanceof Error && 'status' in thrown ? Number(thrown.status) : 500;
    // What could not be read may hold a card, and the parser's complaint quotes it.
    if (status >= 500) log.error({ err: thrown }, 'request to a simulated provider failed');
    send(response, words.fault(status));
  };
  router.use(handleFault);
  return router;
};
