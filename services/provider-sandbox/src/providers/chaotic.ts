import { setTimeout as pause } from 'node:timers/promises';
import { type Request, type RequestHandler, type Response } from 'express';
import { type ProviderChaos } from '../store/switches';
import { send, type ProviderAnswer } from './answer';

export interface ChaosRules {
  readonly chaos: () => ProviderChaos;
  /** How the provider says that it is out of order. */
  readonly unavailable: () => ProviderAnswer;
  /** Aborted when the sandbox stops; withheld answers then end with their connection. */
  readonly stopping: AbortSignal;
}

/** A caller that waits longer for an answer that chaos withholds is cut off, so that sockets do not pile up. */
const withheldMsMax = 120_000;

/** An endpoint subject to chaos: late, refused, lost on the way, or carried out in silence. */
export const chaotic =
  (rules: ChaosRules, endpoint: (request: Request) => Promise<ProviderAnswer>): RequestHandler =>
  async (request, response) => {
    const { latencyMs, errorRate, timeoutRate, lostRate } = rules.chaos();
    if (latencyMs > 0) await pause(latencyMs);
    if (Math.random() < errorRate) {
      send(response, rules.unavailable());
      return;
    }
    if (Math.random() < lostRate) {
      withhold(rules.stopping, request, response);
      return;
    }

    const isTimedOut = Math.random() < timeoutRate;
    const answer = await endpoint(request);
    if (isTimedOut || answer.isWithheld === true) withhold(rules.stopping, request, response);
    else send(response, answer);
  };

const withhold = (stopping: AbortSignal, request: Request, response: Response): void => {
  const cut = () => request.socket.destroy();
  response.setTimeout(withheldMsMax, cut);
  stopping.addEventListener('abort', cut, { once: true });
  response.once('close', () => stopping.removeEventListener('abort', cut));
};
