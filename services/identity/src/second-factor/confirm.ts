import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type SecondFactorDependencies } from './dependencies';
import { keepSecondFactor, lockSecondFactor } from './table';
import { viewOf } from './view';
import { callerOf } from '@repasse/chassis/auth/caller';
import { secondFactorNotFound } from './refusals';

/** POST /second-factor/confirmation: the first code proves that the app has the secret. */
export const confirm = ({
  commit,
  clock,
  prove,
  waitHours,
}: SecondFactorDependencies): Operation<{ readonly code: string }> => ({
  handle: (request) =>
    commit.answering(request, async (tx) => {
      const factor = await lockSecondFactor(tx, callerOf(request).userId);
      if (factor === undefined) return { result: secondFactorNotFound(), events: [] };
      if (factor.confirmedAt !== null) return { result: viewOf(factor, waitHours), events: [] };
      const proof = await prove(tx, factor, request.body.code);
      if ('refusal' in proof) return { result: proof.refusal, events: [] };
      const confirmed = { ...proof.factor, confirmedAt: toIso(clock.now()) };
      await keepSecondFactor(tx, confirmed);
      return { result: viewOf(confirmed, waitHours), events: [] };
    }),
});
