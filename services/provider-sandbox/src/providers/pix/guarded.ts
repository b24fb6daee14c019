import { type Request, type RequestHandler } from 'express';
import { type ProviderAnswer } from '../answer';
import { guardOf } from '../api';
import { bearerOf } from '../request';
import { type PixScope } from './access-tokens';
import { pixProblem } from './problem';
import { type Psp, type PspEndpoint } from './psp';

/** Endpoints subject to chaos; with a scope, behind a bearer token that has it. */
export const guarded = (psp: Psp): ((endpoint: PspEndpoint, scope?: PixScope) => RequestHandler) => {
  const guard = guardOf(psp, 'pix', () => unavailable);
  return (endpoint, scope) =>
    guard(endpoint, (request) => (scope === undefined ? undefined : refusal(psp, request, scope)));
};

const unavailable = pixProblem(
  'ServicoIndisponivel',
  'Serviço não está disponível no momento. Serviço solicitado pode estar em manutenção ou fora da janela de funcionamento.',
);

/** The standard says nothing of 401: it comes from the gateway in front, and seldom as problem+json. */
const refusal = async (psp: Psp, request: Request, scope: PixScope): Promise<ProviderAnswer | undefined> => {
  const token = bearerOf(request);
  const granted = token === undefined ? undefined : await psp.tokens.scopesOf(token);
  if (granted === undefined) {
    const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
    return { status: 401, headers, body: { error: 'invalid_token', error_description: 'Token ausente ou inválido.' } };
  }
  if (granted.includes(scope)) return undefined;
  return pixProblem('AcessoNegado', `Requisição de participante autenticado sem o escopo ${scope}.`);
};
