import { setTimeout as pause } from 'node:timers/promises';
import { type Request, type RequestHandler, type Response } from 'express';
import { type PixScope } from './access-tokens';
import { pixProblem } from './problem';
import { type Psp, type PspAnswer, type PspEndpoint } from './psp';

/** A caller that waits longer for an answer that chaos withholds is cut off, so that sockets do not pile up. */
const withheldMsMax = 120_000;

/** An endpoint behind a bearer token with the given scope, subject to chaos. */
export const guarded = (psp: Psp, scope: PixScope, endpoint: PspEndpoint): RequestHandler =>
  chaotic(psp, async (_psp, request) => (await refusal(psp, request, scope)) ?? endpoint(psp, request));

/** An endpoint subject to chaos: late, refused, or carried out in silence. */
export const chaotic =
  (psp: Psp, endpoint: PspEndpoint): RequestHandler =>
  async (request, response) => {
    const { latencyMs, errorRate, timeoutRate } = psp.chaos.get().pix;
    if (latencyMs > 0) await pause(latencyMs);
    if (Math.random() < errorRate) {
      send(response, unavailable);
      return;
    }

    const isWithheld = Math.random() < timeoutRate;
    const answer = await endpoint(psp, request);
    if (isWithheld) withhold(psp, request, response);
    else send(response, answer);
  };

const withhold = (psp: Psp, request: Request, response: Response): void => {
  const cut = () => request.socket.destroy();
  response.setTimeout(withheldMsMax, cut);
  psp.stopping.addEventListener('abort', cut, { once: true });
};

/** An endpoint that behaves. */
export const plain =
  (psp: Psp, endpoint: PspEndpoint): RequestHandler =>
  async (request, response) => {
    send(response, await endpoint(psp, request));
  };

const unavailable = pixProblem(
  'ServicoIndisponivel',
  'Serviço não está disponível no momento. Serviço solicitado pode estar em manutenção ou fora da janela de funcionamento.',
);

/** The standard says nothing of 401: it comes from the gateway in front, and seldom as problem+json. */
const refusal = async (psp: Psp, request: Request, scope: PixScope): Promise<PspAnswer | undefined> => {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const granted = token === undefined ? undefined : await psp.tokens.scopesOf(token);
  if (granted === undefined) {
    const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
    return { status: 401, headers, body: { error: 'invalid_token', error_description: 'Token ausente ou inválido.' } };
  }
  if (granted.includes(scope)) return undefined;
  return pixProblem('AcessoNegado', `Requisição de participante autenticado sem o escopo ${scope}.`);
};

export const send = (response: Response, answer: PspAnswer): void => {
  response.status(answer.status).set(answer.headers ?? {});
  if (answer.body === undefined) {
    response.end();
    return;
  }
  response.type(answer.contentType ?? 'application/json');
  response.send(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body));
};
