import express, { type Router } from 'express';
import { apiRouter, plain } from '../api';
import { guarded } from './guarded';
import { deleteWebhook, getWebhook, listWebhooks, putWebhook } from './webhooks';
import { getCob, listCobs } from './read-cobs';
import { getDevolucao, putDevolucao } from './give-back';
import { getPix, listPix } from './read-pix';
import { issueToken } from './issue-token';
import { patchCob, putCob } from './write-cob';
import { pixProblem } from './problem';
import { type Psp } from './psp';
import { serveLocation, serveLocationKeys } from './serve-location';

/** Fifty additional informations of 250 characters are the longest a charge gets. */
const bodyLimitBytes = 65_536;

const words = {
  bodyLimitBytes,
  notFound: () => pixProblem('NaoEncontrado', 'Entidade não encontrada.'),
  fault: (status: number) =>
    status < 500
      ? pixProblem('RequisicaoInvalida', 'Requisição inválida.', [], status)
      : pixProblem('ErroInternoDoServidor', 'Condição inesperada ao processar requisição.'),
};

/** The PSP's side of API Pix 2.9.0. */
export const pixRoutes = (psp: Psp): Router =>
  apiRouter(psp, words, (router) => {
    const guard = guarded(psp);
    router.use(express.urlencoded({ extended: false, limit: bodyLimitBytes }));
    router.post('/oauth/token', guard(issueToken));
    router.put('/v2/cob/:txid', guard(putCob, 'cob.write'));
    router.patch('/v2/cob/:txid', guard(patchCob, 'cob.write'));
    router.get('/v2/cob/:txid', guard(getCob, 'cob.read'));
    router.get('/v2/cob', guard(listCobs, 'cob.read'));
    router.get('/v2/pix/:e2eid', guard(getPix, 'pix.read'));
    router.put('/v2/pix/:e2eid/devolucao/:id', guard(putDevolucao, 'pix.write'));
    router.get('/v2/pix/:e2eid/devolucao/:id', guard(getDevolucao, 'pix.read'));
    router.get('/v2/pix', guard(listPix, 'pix.read'));
    router.put('/v2/webhook/:chave', guard(putWebhook, 'webhook.write'));
    router.get('/v2/webhook/:chave', guard(getWebhook, 'webhook.read'));
    router.delete('/v2/webhook/:chave', guard(deleteWebhook, 'webhook.write'));
    router.get('/v2/webhook', guard(listWebhooks, 'webhook.read'));
    // The payer's side. Chaos leaves it alone: it is the merchant's adapter that has to survive.
    router.get('/qr/v2/:token', plain(psp, serveLocation));
    router.get('/.well-known/jwks.json', plain(psp, serveLocationKeys));
  });
