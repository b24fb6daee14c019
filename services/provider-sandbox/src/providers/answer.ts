import { type Request, type Response } from 'express';

/** A simulated provider's answer, in its own form. */
export interface ProviderAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The request was carried out, and the caller gets no answer. */
  readonly isWithheld?: boolean;
}

export const send = (response: Response, answer: ProviderAnswer): void => {
  response.status(answer.status).set(answer.headers ?? {});
  if (answer.body === undefined) {
    response.end();
    return;
  }
  response.type(answer.contentType ?? 'application/json');
  response.send(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
};

/** A caller that waits longer for an answer that chaos withholds is cut off, so that sockets do not pile up. */
const withheldMsMax = 120_000;

/** Never answers. The connection ends when the sandbox stops, or at last by itself. */
export const withhold = (stopping: AbortSignal, request: Request, response: Response): void => {
  const cut = () => request.socket.destroy();
  response.setTimeout(withheldMsMax, cut);
  stopping.addEventListener('abort', cut, { once: true });
  response.once('close', () => stopping.removeEventListener('abort', cut));
};
