import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { actorIn, writeFact, type AuditActor } from '../../audit/write';
import { secondFactorNotFound } from '../../second-factor/refusals';
import { type PeopleDependencies } from '../dependencies';
import { personIn } from '../persons/caller';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes';
import { keepPersonFactor, lockPersonFactor } from './table';
import { codesView } from './view';
import { withoutEvents } from '../../store/commit';

/** POST /person/recovery-codes. */
export const renewRecoveryCodes = (deps: PeopleDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit.answering(
      request,
      withoutEvents((tx) => renew(deps, tx, personIn(request).personId, actorIn(request))),
    ),
});

const renew = async (deps: PeopleDependencies, tx: Tx, personId: string, by: AuditActor): Promise<ApiResponse> => {
  const factor = await lockPersonFactor(tx, personId);
  if (factor === undefined || factor.confirmedAt === null) return secondFactorNotFound();
  const codes = newRecoveryCodes();
  const recoveryHashes = codes.map((code) => hashOfRecoveryCode(personId, code));
  await keepPersonFactor(tx, { ...factor, recoveryHashes });
  await writeFact(tx, deps, 'RECOVERY_CODES_RENEWED', by);
  return codesView(codes);
};
