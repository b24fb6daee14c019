import { toIso } from '@repasse/chassis/clock';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { isRejection } from '@repasse/chassis/decider';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { backoffMs } from '@repasse/chassis/waiting/backoff';
import { type Lease } from '@repasse/chassis/waiting/due-rows';
import { startDueWork, type DueWork } from '@repasse/chassis/waiting/due-work';
import { stepTaken } from '../public/recipient-events';
import { listDocumentRows } from '../recipients/documents/table';
import { addStep, findRecipient, updateStanding } from '../recipients/table';
import { stepVerification, type VerificationStep } from '../recipients/verification';
import { type Commit } from '../store/commit';
import { lockUser } from '../users/table';
import { type VerificationAnswer, type VerificationProvider } from './provider';
import {
  endRequest,
  isCurrentRequest,
  markAsked,
  verificationRequests,
  type VerificationRequest,
} from './requests-table';

type Decided = Extract<VerificationAnswer, { readonly outcome: 'decided' }>;
type Claimed = VerificationRequest & Lease;

interface Options extends Pick<ServiceParts, 'db' | 'clock' | 'log' | 'metrics'> {
  readonly commit: Commit;
  readonly provider: VerificationProvider;
}

const atOnceMax = 4;
/** As many documents as a provider looks at. */
const documentsMax = 50;

/** After a failure, and while the provider has not decided: it calls when it has, unless the call is lost. */
const retry = { firstMs: 5_000, maxMs: 3_600_000 };
const pending = { firstMs: 60_000, maxMs: 6 * 3_600_000 };

/** By whom a step was taken that a provider decided; it is no user. */
const byProvider = { userId: 0, clientId: 'verification-provider' };

/** Sends recipients to be verified to the provider, and asks what became of them until it is known. */
export const startVerifications = (o: Options): DueWork<Claimed> => {
  const answers = o.metrics.counter(
    'repasse_identity_verification_answers_total',
    'What the provider of verifications said.',
    ['outcome'],
  );
  bornAtZero(answers, {
    outcome: ['VERIFIED', 'REFUSED', 'NEEDS_REVIEW', 'pending', 'unknown', 'unavailable', 'late'],
  });
  const rows = verificationRequests(o.db);
  return startDueWork<Claimed>({
    ...{ name: 'verifications', clock: o.clock, log: o.log, atOnceMax },
    claim: (wanted) => rows.claim(wanted),
    work: async (request) => {
      const answer = await ask(o, request);
      if (answer === undefined || answer.outcome === 'decided') {
        const counted = answer === undefined ? false : await decide(o, request, answer);
        if (answer === undefined) await endRequest(o.db, request.verificationId, null, toIso(o.clock.now()));
        answers.inc({ outcome: counted && answer !== undefined ? answer.result : 'late' });
        return null;
      }
      answers.inc({ outcome: answer.outcome });
      if (answer.outcome === 'unavailable')
        o.log.warn({ verificationId: request.verificationId, detail: answer.detail }, 'verification not answered');
      const dueAt = dueAfter(o, request, answer.outcome);
      return (await rows.putOff(request, dueAt)) ? dueAt : null;
    },
  });
};

/** Undefined where there is nothing to verify any more. */
const ask = async ({ db, provider }: Options, request: Claimed): Promise<VerificationAnswer | undefined> => {
  const { verificationId, userId } = request;
  const recipient = await findRecipient(db, userId, null);
  const isWanted = recipient?.verification === 'PENDING' && recipient.erasedAt === null;
  if (recipient === undefined || !isWanted || !(await isCurrentRequest(db, request))) return undefined;
  const known = request.status === 'ASKED' ? await provider.read(verificationId) : undefined;
  if (known !== undefined && known.outcome !== 'unknown') return known;
  const { kind, data } = recipient;
  const documents = await listDocumentRows(db, { userId }, undefined, documentsMax);
  const answer = await provider.request({
    ...{ verificationId, kind, data },
    documents: documents.map((document) => ({
      ...{ kind: document.kind, sha256: document.sha256, location: document.location },
    })),
  });
  if (answer.outcome === 'pending') await markAsked(db, verificationId);
  return answer;
};

const dueAfter = ({ clock }: Options, { tries }: Claimed, outcome: VerificationAnswer['outcome']): string =>
  toIso(new Date(clock.now().getTime() + backoffMs(tries, outcome === 'pending' ? pending : retry)));

/** Whether it counted: somebody may have decided, erased or changed the recipient meanwhile. */
const decide = ({ commit, clock }: Options, request: VerificationRequest, answer: Decided): Promise<boolean> =>
  commit<boolean>(async (tx) => {
    const { verificationId, userId } = request;
    const now = toIso(clock.now());
    await lockUser(tx, userId);
    const recipient = await findRecipient(tx, userId, null);
    // A step by the state machine alone would let a late answer lift an operator's suspension.
    const counts = recipient?.verification === 'PENDING' && (await isCurrentRequest(tx, request));
    await endRequest(tx, verificationId, counts ? answer : null, now);
    if (recipient === undefined || !counts) return { result: false, events: [] };
    const step = stepOf(answer);
    const standing = step && stepVerification(recipient, step);
    if (step === undefined || standing === undefined) return { result: true, events: [] };
    if (isRejection(standing)) return { result: false, events: [] };
    await updateStanding(tx, userId, standing, now);
    await addStep(tx, userId, standing, byProvider, now);
    return { result: true, events: [stepTaken(step, recipient, now)] };
  });

/** Undefined where a person has to look. */
const stepOf = ({ result, reasons }: Decided): VerificationStep | undefined => {
  if (result === 'NEEDS_REVIEW') return undefined;
  return result === 'VERIFIED' ? { type: 'verify' } : { type: 'refuse', reasons };
};
