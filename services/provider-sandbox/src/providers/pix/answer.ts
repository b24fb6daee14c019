import { type Request, type RequestHandler } from 'express';
import { send, type ProviderAnswer } from '../answer';
import { chaotic as withChaos } from '../chaotic';
import { type PixScope } from './access-tokens';
import { pixProblem } from './problem';
import { type Psp, type PspEndpoint } from './psp';

/** An endpoint behind a bearer token with the given scope, subject to chaos. */
export const guarded = (psp: Psp, scope: PixScope, endpoint: PspEndpoint): RequestHandler =>
  chaotic(psp, async (_psp, request) => (await refusal(psp, request, scope)) ?? endpoint(psp, request));

export const chaotic = (psp: Psp, endpoint: PspEndpoint): RequestHandler =>
  withChaos({ chaos: () => psp.chaos.get().pix, unavailable: () => unavailable, stopping: psp.stopping }, (request) =>
    endpoint(psp, request),
  );

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
const refusal = async (psp: Psp, request: Request, scope: PixScope): Promise<ProviderAnswer | undefined> => {
  const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const granted = token === undefined ? undefined : await psp.tokens.scopesOf(token);
  if (granted === undefined) {
    const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
    return { status: 401, headers, body: { error: 'invalid_token', error_description: 'Token ausente ou inválido.' } };
  }
  if (granted.includes(scope)) return undefined;
  return pixProblem('AcessoNegado', `Requisição de participante autenticado sem o escopo ${scope}.`);
};
