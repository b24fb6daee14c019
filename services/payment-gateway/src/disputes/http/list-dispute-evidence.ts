import { type Operation } from '@repasse/chassis/http/app';
import { type DefenceDeps, seenDispute, shownDefence } from './find-dispute';

/** GET /disputes/{id}/evidence: what was said to a dispute, and what can still be. */
export const listDisputeEvidence = (deps: DefenceDeps): Operation => ({
  handle: async (request) => shownDefence(deps, await seenDispute(deps, request)),
});
