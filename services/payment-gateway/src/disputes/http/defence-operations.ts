import { type Operations } from '@repasse/chassis/http/app';
import { addDisputeEvidence } from './add-dispute-evidence';
import { answerDispute } from './answer-dispute';
import { type DefenceDeps } from './find-dispute';
import { getDisputeEvidence } from './get-dispute-evidence';
import { listDisputeEvidence } from './list-dispute-evidence';
import { removeDisputeEvidence } from './remove-dispute-evidence';

/** What merchants say to disputes. The disputes themselves are listed by invoice-query. */
export const defenceOperations = (deps: DefenceDeps): Operations => ({
  listDisputeEvidence: listDisputeEvidence(deps),
  addDisputeEvidence: addDisputeEvidence(deps),
  getDisputeEvidence: getDisputeEvidence(deps),
  removeDisputeEvidence: removeDisputeEvidence(deps),
  answerDispute: answerDispute(deps),
});
