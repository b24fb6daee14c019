import { toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type Operation } from '@repasse/chassis/http/app';
import { deleteEvidence } from '../store/defences';
import { sayToDispute } from '../workflow/say-to-dispute';
import { disputeRefused } from './dispute-problems';
import { type DefenceDeps, ownDispute } from './find-dispute';

/** DELETE /disputes/{id}/evidence/{evidenceId}. */
export const removeDisputeEvidence = (deps: DefenceDeps): Operation => ({
  handle: async (request) => {
    const { disputeId, paymentId, dispute } = await ownDispute(deps, request);
    const evidenceId = request.params['evidenceId'] ?? '';
    const now = toIso(deps.clock.now());
    const said = await sayToDispute(
      deps,
      paymentId,
      { type: 'RemoveDisputeEvidence', data: { disputeId, evidenceId, now } },
      (tx) => deleteEvidence(tx, evidenceId),
    );
    return isRejection(said) ? disputeRefused(said, dispute, now) : { status: 204 };
  },
});
