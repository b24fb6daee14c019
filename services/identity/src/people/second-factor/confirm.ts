import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { actorIn, writeFact } from '../../audit/write';
import { isActive } from '../../second-factor/enrol';
import { secondFactorNotFound } from '../../second-factor/refusals';
import { type PeopleDependencies } from '../dependencies';
import { personIn } from '../persons/caller';
import { markSessionProven } from '../sessions/table';
import { provePersonCode } from './prove';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes';
import { keepPersonFactor, lockPersonFactor } from './table';
import { refuseUnproven } from './refuse-unproven';
import { codesView } from './view';
import { withoutEvents } from '../../store/commit';

interface Body {
  readonly code: string;
}

/** POST /person/second-factor/confirmation: the first code proves that the app has the secret. */
export const confirmPersonSecondFactor = (deps: PeopleDependencies): Operation<Body> => ({
  handle: (request) =>
    deps.commit.answering(
      request,
      withoutEvents((tx) => confirm(deps, tx, request)),
    ),
});

const confirm = async (deps: PeopleDependencies, tx: Tx, request: ApiRequest<Body>): Promise<ApiResponse> => {
  const { personId, sessionId } = personIn(request);
  const factor = await lockPersonFactor(tx, personId);
  if (factor === undefined) return secondFactorNotFound();
  if (factor.confirmedAt !== null) return isActive();
  const refusal = await refuseUnproven(tx, request, deps.clock.now());
  if (refusal !== undefined) return refusal;
  const proof = await provePersonCode(deps, tx, factor, request.body.code);
  if ('refusal' in proof) return proof.refusal;
  const [codes, now] = [newRecoveryCodes(), toIso(deps.clock.now())];
  const recoveryHashes = codes.map((code) => hashOfRecoveryCode(personId, code));
  await keepPersonFactor(tx, { ...proof.factor, confirmedAt: now, recoveryHashes });
  await markSessionProven(tx, sessionId, now);
  await writeFact(tx, deps, 'SECOND_FACTOR_ENROLLED', actorIn(request));
  return codesView(codes);
};
