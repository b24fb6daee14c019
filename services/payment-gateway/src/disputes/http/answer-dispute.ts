import { actorOf, callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type Operation } from '@repasse/chassis/http/app';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { disputeIn } from '../domain/answer.decide';
import { insertAnswer } from '../store/defences';
import { sayToDispute } from '../workflow/say-to-dispute';
import { disputeNotFound, disputeRefused } from './dispute-problems';
import { type DefenceDeps, ownDispute, shownDefence } from './find-dispute';

/** POST /disputes/{id}/answer: once. A person takes it to the provider, so nothing is asked of one here. */
export const answerDispute = (deps: DefenceDeps): Operation<components['schemas']['AnswerDispute']> => ({
  handle: async (request) => {
    const { disputeId, paymentId, dispute } = await ownDispute(deps, request);
    const { decision, text: given = '' } = request.body;
    const text = given.trim();
    const now = toIso(deps.clock.now());
    const said = await sayToDispute(
      deps,
      paymentId,
      { type: 'AnswerDispute', data: { disputeId, decision, hasText: text !== '', now } },
      (tx) =>
        insertAnswer(
          tx,
          { disputeId, paymentId },
          { text: text === '' ? null : text, answeredBy: actorOf(callerOf(request)) },
          now,
        ),
    );
    if (isRejection(said)) return disputeRefused(said, dispute, now);
    const answered = disputeIn(said.state, disputeId);
    if (answered === undefined) throw disputeNotFound(disputeId);
    return shownDefence(deps, { disputeId, dispute: answered });
  },
});
