import { networkProblem, problemOf, type Problem } from '../both-sides/problem-text.ts';

export type Answer<T> = { readonly isOk: true; readonly body: T } | { readonly isOk: false; readonly problem: Problem };

export type Ask = <T>(path: string, body?: object) => Promise<Answer<T>>;

/** An acquirer may take twenty seconds; after half a minute the payer has given up. */
const timeoutMs = 30_000;

/** Calls the service the page came from, and no other. Without a body it is a GET, with one a POST. */
export const createAsk =
  (token: string): Ask =>
  async <T>(path: string, body?: object): Promise<Answer<T>> => {
    try {
      const response = await fetch(path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...(token !== '' && { 'X-Checkout-Token': token }),
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
        },
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      return response.ok ? { isOk: true, body: answer as T } : { isOk: false, problem: problemOf(answer) };
    } catch {
      return { isOk: false, problem: networkProblem };
    }
  };
