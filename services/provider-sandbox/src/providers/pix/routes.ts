import express, { type Router } from 'express';
import { apiRouter, plain } from '../api';
import { guarded } from './guarded';
import { deleteWebhook } from './delete-webhook';
import { getCob } from './get-cob';
import { getDevolucao } from './get-devolucao';
import { getPix } from './get-pix';
import { getWebhook } from './get-webhook';
import { issueToken } from './issue-token';
import { listCobs } from './list-cobs';
import { listPix } from './list-pix';
import { listWebhooks } from './list-webhooks';
import { patchCob } from './patch-cob';
import { pixProblem } from './problem';
import { type Psp } from './psp';
import { putCob } from './put-cob';
import { putDevolucao } from './put-devolucao';
import { putWebhook } from './put-webhook';
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
