import { isSameSecret } from '@repasse/chassis/crypto/same-secret';
import { type Router } from 'express';
import { commit, unchanged } from '../../callbacks/commit';
import { type ProviderAnswer } from '../answer';
import { apiRouter, type Endpoint } from '../api';
import { bearerOf, fieldsOf, param, textIn } from '../request';
import { type VerifiedParty, type Verifier } from './verification';

const bodyLimitBytes = 256 * 1_024;

/** The protocol of services/identity/README.md. */
export const verificationRoutes = (verifier: Verifier): Router =>
  apiRouter(
    verifier,
    {
      name: 'verification',
      bodyLimitBytes,
      unavailable: () => failed(503, 'out of order'),
      refusal: ({ token }, request) =>
        isSameSecret(bearerOf(request) ?? '', token) ? undefined : failed(401, 'the token is wrong'),
      notFound: () => failed(404, 'no such address'),
      fault: (status) => failed(status, 'the request cannot be read'),
    },
    (router, guard) => {
      router.post('/verifications', guard(ask));
      router.get('/verifications/:verificationId', guard(tell));
    },
  );

const failed = (status: number, message: string): ProviderAnswer => ({ status, body: { message } });

const idPattern = /^ver_[0-9A-HJKMNP-TV-Z]{26}$/;

/** POST /verifications -> 202. The same id again is the same verification. */
const ask: Endpoint<Verifier> = async (verifier, request) => {
  const { verificationId, name, document } = fieldsOf(request.body);
  const [id, named, known] = [textIn(verificationId), textIn(name), textIn(document)];
  if (id === undefined || !idPattern.test(id) || named === undefined || known === undefined)
    return failed(422, 'verificationId, name and document are needed');
  const answer = await commit(verifier, verifier.parties, async (tx) => {
    const before = await verifier.parties.lock(id, tx);
    if (before !== undefined) return unchanged({ status: 202, body: described(before) });
    const now = verifier.clock.now();
    const dueAt = new Date(now.getTime() + verifier.verifications.get().delayMs).toISOString();
    const party: VerifiedParty = {
      ...{ verificationId: id, name: named, document: known, result: null, reasons: [] },
      ...{ createdAt: now.toISOString(), dueAt },
    };
    return { saved: [party], result: { status: 202, body: described(party) } };
  });
  return answer ?? failed(500, 'nothing was decided');
};

/** GET /verifications/{verificationId} */
const tell: Endpoint<Verifier> = async ({ parties }, request) => {
  const party = await parties.find(param(request, 'verificationId'));
  return party === undefined ? failed(404, 'no such verification') : { status: 200, body: described(party) };
};

const described = ({ verificationId, result, reasons }: VerifiedParty): object => ({
  verificationId,
  status: result === null ? 'PENDING' : 'DECIDED',
  result,
  reasons,
});
