import { toIso } from '@repasse/chassis/clock';
import { param } from '../request';
import { revisaoOf, termsOf } from './cob';
import { pixProblem } from './problem';
import { type Psp, type PspEndpoint } from './psp';

/** Where the payer's bank finds the keys that locations are signed with: at the PSP, like the locations. */
const jwksUrl = (psp: Psp): string => `https://${psp.locationHost}/.well-known/jwks.json`;

/**
 * GET /qr/v2/{token}: what the payer's bank reads after scanning, signed. Charges that cannot be paid are served too,
 * which the standard leaves to the PSP: the payer then learns why.
 */
export const serveLocation: PspEndpoint = async (psp, request) => {
  const cob = await psp.cobs.findBy({ locationToken: param(request, 'token') });
  if (cob === undefined)
    return pixProblem(
      'CobPayloadNaoEncontrado',
      'A cobrança em questão não foi encontrada para a location requisitada.',
    );

  const terms = termsOf(cob);
  const { expiracao } = terms.calendario;
  const payload = {
    ...terms,
    calendario: { criacao: cob.criacao, apresentacao: toIso(psp.clock.now()), expiracao },
    txid: cob.txid,
    revisao: revisaoOf(cob),
    status: cob.status,
  };
  return {
    status: 200,
    contentType: 'application/jose',
    headers: { 'cache-control': 'no-store' },
    body: await psp.locationKey.sign(payload, jwksUrl(psp)),
  };
};

/** GET /.well-known/jwks.json */
export const serveLocationKeys: PspEndpoint = async (psp) => ({ status: 200, body: psp.locationKey.jwks });
