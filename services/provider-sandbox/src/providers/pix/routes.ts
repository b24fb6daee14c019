import express, { type ErrorRequestHandler, type Router } from 'express';
import { send } from '../answer';
import { chaotic, guarded, plain } from './answer';
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

/**
 * The PSP's side of API Pix 2.9.0. Written on bare express, because its errors, media types and 401s are the
 * standard's and not this platform's.
 */
export const pixRoutes = (psp: Psp): Router => {
  const router = express.Router();
  router.use(express.json({ limit: bodyLimitBytes }), express.urlencoded({ extended: false, limit: bodyLimitBytes }));

  router.post('/oauth/token', chaotic(psp, issueToken));
  router.put('/v2/cob/:txid', guarded(psp, 'cob.write', putCob));
  router.patch('/v2/cob/:txid', guarded(psp, 'cob.write', patchCob));
  router.get('/v2/cob/:txid', guarded(psp, 'cob.read', getCob));
  router.get('/v2/cob', guarded(psp, 'cob.read', listCobs));
  router.get('/v2/pix/:e2eid', guarded(psp, 'pix.read', getPix));
  router.put('/v2/pix/:e2eid/devolucao/:id', guarded(psp, 'pix.write', putDevolucao));
  router.get('/v2/pix/:e2eid/devolucao/:id', guarded(psp, 'pix.read', getDevolucao));
  router.get('/v2/pix', guarded(psp, 'pix.read', listPix));
  router.put('/v2/webhook/:chave', guarded(psp, 'webhook.write', putWebhook));
  router.get('/v2/webhook/:chave', guarded(psp, 'webhook.read', getWebhook));
  router.delete('/v2/webhook/:chave', guarded(psp, 'webhook.write', deleteWebhook));
  router.get('/v2/webhook', guarded(psp, 'webhook.read', listWebhooks));

  // The payer's side. Chaos leaves it alone: it is the merchant's adapter that has to survive.
  router.get('/qr/v2/:token', plain(psp, serveLocation));
  router.get('/.well-known/jwks.json', plain(psp, serveLocationKeys));

  router.use((_request, response) => send(response, pixProblem('NaoEncontrado', 'Entidade não encontrada.')));
  router.use(faultHandler(psp));
  return router;
};

/** Broken JSON, bodies over the limit, and our own faults. Four parameters are how express knows an error handler. */
const faultHandler =
  (psp: Psp): ErrorRequestHandler =>
  (fault: unknown, _request, response, _next) => {
    const status = fault instanceof Error && 'status' in fault ? Number(fault.status) : 500;
    if (status >= 400 && status < 500) {
      send(response, pixProblem('RequisicaoInvalida', 'Requisição inválida.', [], status));
      return;
    }
    psp.log.error({ err: fault }, 'request to the simulated PSP failed');
    send(response, pixProblem('ErroInternoDoServidor', 'Condição inesperada ao processar requisição.'));
  };
