import { createHash } from 'node:crypto';
import { actorOf, callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type operations } from '@repasse/contracts/generated/http/payment-gateway';
import { insertEvidence, type KeptEvidence } from '../store/defences';
import { sayToDispute } from '../workflow/say-to-dispute';
import { evidenceBody } from './defence-body';
import { disputeRefused, evidenceNotFound } from './dispute-problems';
import { faultsOfEvidence } from './evidence-file';
import { type DefenceDeps, ownDispute } from './find-dispute';

type Query = NonNullable<operations['addDisputeEvidence']['parameters']['query']>;

/** POST /disputes/{id}/evidence: 201 for a new file, 200 for bytes that are there. */
export const addDisputeEvidence = (deps: DefenceDeps): Operation<undefined, Query> => ({
  check: (request) => faultsOfEvidence(request.rawBody, contentTypeOf(request), request.query.fileName),
  handle: async (request) => {
    const { disputeId, paymentId, dispute } = await ownDispute(deps, request);
    const evidence = evidenceIn(deps, request);
    const { evidenceId, sha256, addedAt: now } = evidence;
    const said = await sayToDispute(
      deps,
      paymentId,
      { type: 'AddDisputeEvidence', data: { disputeId, evidenceId, sha256, now } },
      (tx) => insertEvidence(tx, { disputeId, paymentId }, evidence, request.rawBody),
    );
    if (isRejection(said)) return disputeRefused(said, dispute, now);
    return said.isNew ? { status: 201, body: evidenceBody(evidence) } : existing(deps, disputeId, sha256);
  },
});

const contentTypeOf = ({ headers }: Pick<ApiRequest, 'headers'>): string =>
  (headers['content-type'] ?? '').toLowerCase().split(';')[0]?.trim() ?? '';

const evidenceIn = ({ ids, clock }: DefenceDeps, request: ApiRequest<undefined, Query>): KeptEvidence => ({
  evidenceId: `evd_${ids.ulid()}`,
  fileName: request.query.fileName ?? null,
  contentType: contentTypeOf(request),
  sizeBytes: request.rawBody.length,
  sha256: createHash('sha256').update(request.rawBody).digest('hex'),
  addedBy: actorOf(callerOf(request)),
  addedAt: toIso(clock.now()),
});

/** Its row may have been erased, while the events know the digest. */
const existing = async ({ defences }: DefenceDeps, disputeId: string, sha256: string): Promise<ApiResponse> => {
  const evidence = (await defences.evidenceOf(disputeId)).find((each) => each.sha256 === sha256);
  return evidence === undefined ? evidenceNotFound(sha256) : { status: 200, body: evidenceBody(evidence) };
};
