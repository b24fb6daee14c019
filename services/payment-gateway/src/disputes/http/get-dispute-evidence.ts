import { Readable } from 'node:stream';
import { type Operation } from '@repasse/chassis/http/app';
import { evidenceNotFound } from './dispute-problems';
import { dispositionOf } from './evidence-file';
import { type DefenceDeps, seenDispute } from './find-dispute';

/** GET /disputes/{id}/evidence/{evidenceId}. The chassis' headers keep a browser from guessing what the file may be. */
export const getDisputeEvidence = (deps: DefenceDeps): Operation => ({
  handle: async (request) => {
    const { disputeId } = await seenDispute(deps, request);
    const evidenceId = request.params['evidenceId'] ?? '';
    const evidence = await deps.defences.bytesOf(disputeId, evidenceId);
    if (evidence === undefined) return evidenceNotFound(evidenceId);
    return {
      status: 200,
      contentType: evidence.contentType,
      stream: Readable.from([evidence.bytes]),
      headers: { 'content-disposition': dispositionOf(evidence), 'content-length': String(evidence.bytes.length) },
    };
  },
});
