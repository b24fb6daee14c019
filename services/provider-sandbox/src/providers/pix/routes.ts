import express, { type Router } from 'express';
import { apiRouter, plain, type Refusal } from '../api';
import { bearerOf } from '../request';
import { deleteWebhook, getWebhook, listWebhooks, putWebhook } from './webhooks';
import { getCob, listCobs } from './read-cobs';
import { getDevolucao, putDevolucao } from './give-back';
import { getPix, listPix } from './read-pix';
import { issueToken, type PixScope } from './issue-token';
import { patchCob, putCob } from './write-cob';
import { pixProblem } from './problem';
import { type Psp } from './psp';
import { getBalance, getSent, getSentById, listSent } from './sent/read-sent';
import { sendPix } from './sent/send-pix';
import { serveLocation, serveLocationKeys } from './serve-location';

const api = {
  name: 'pix',
  /** Fifty additional informations of 250 characters are the longest a charge gets. */
  bodyLimitBytes: 65_536,
  unavailable: () =>
    pixProblem(
      'ServicoIndisponivel',
      'Serviço não está disponível no momento. Serviço solicitado pode estar em manutenção ou fora da janela de funcionamento.',
    ),
  notFound: () => pixProblem('NaoEncontrado', 'Entidade não encontrada.'),
  fault: (status: number) =>
    status < 500
      ? pixProblem('RequisicaoInvalida', 'Requisição inválida.', [], status)
      : pixProblem('ErroInternoDoServidor', 'Condição inesperada ao processar requisição.'),
} as const;

/** The PSP's side of API Pix 2.9.0. */
export const pixRoutes = (psp: Psp): Router =>
  apiRouter(psp, api, (router, guard) => {
    router.use(express.urlencoded({ extended: false, limit: api.bodyLimitBytes }));
    router.post('/oauth/token', guard(issueToken));
    router.put('/v2/cob/:txid', guard(putCob, without('cob.write')));
    router.patch('/v2/cob/:txid', guard(patchCob, without('cob.write')));
    router.get('/v2/cob/:txid', guard(getCob, without('cob.read')));
    router.get('/v2/cob', guard(listCobs, without('cob.read')));
    router.get('/v2/pix/:e2eid', guard(getPix, without('pix.read')));
    router.put('/v2/pix/:e2eid/devolucao/:id', guard(putDevolucao, without('pix.write')));
    router.get('/v2/pix/:e2eid/devolucao/:id', guard(getDevolucao, without('pix.read')));
    router.get('/v2/pix', guard(listPix, without('pix.read')));
    router.put('/v2/webhook/:chave', guard(putWebhook, without('webhook.write')));
    router.get('/v2/webhook/:chave', guard(getWebhook, without('webhook.read')));
    router.delete('/v2/webhook/:chave', guard(deleteWebhook, without('webhook.write')));
    router.get('/v2/webhook', guard(listWebhooks, without('webhook.read')));
    // Sending is no part of the standard: these are the operations of the PSP whose extension is best documented.
    for (const version of ['v2', 'v3']) {
      router.put(`/${version}/gn/pix/:idEnvio`, guard(sendPix, without('pix.send')));
      router.get(`/${version}/gn/pix/enviados/id-envio/:idEnvio`, guard(getSentById, without('gn.pix.send.read')));
      router.get(`/${version}/gn/pix/enviados/:e2eId`, guard(getSent, without('gn.pix.send.read')));
      router.get(`/${version}/gn/pix/enviados`, guard(listSent, without('gn.pix.send.read')));
      router.get(`/${version}/gn/saldo`, guard(getBalance, without('gn.balance.read')));
    }
    // The payer's side. Chaos leaves it alone: it is the merchant's adapter that has to survive.
    router.get('/qr/v2/:token', plain(psp, serveLocation));
    router.get('/.well-known/jwks.json', plain(psp, serveLocationKeys));
  });

/**
 * Refuses callers without a bearer token of that scope. The standard says nothing of 401: it comes from the gateway in
 * front, and seldom as problem+json.
 */
const without =
  (scope: PixScope): Refusal<Psp> =>
  async (psp, request) => {
    const claims = await psp.tokens.claimsOf(bearerOf(request) ?? '');
    if (claims === undefined) {
      const body = { error: 'invalid_token', error_description: 'Token ausente ou inválido.' };
      return { status: 401, headers: { 'www-authenticate': 'Bearer error="invalid_token"' }, body };
    }
    if (String(claims['scope']).split(' ').includes(scope)) return undefined;
    return pixProblem('AcessoNegado', `Requisição de participante autenticado sem o escopo ${scope}.`);
  };
