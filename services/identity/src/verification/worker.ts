import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { isRejection } from '@repasse/chassis/decider';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { backoffMs } from '@repasse/chassis/waiting/backoff';
import { type Lease } from '@repasse/chassis/waiting/due-rows';
import { startDueWork, type DueWork } from '@repasse/chassis/waiting/due-work';
import { stepTaken } from '../public/recipient-events';
import { type UserEvent } from '../public/user-events';
import { listDocumentRows } from '../recipients/documents/table';
import { addStep, findRecipient, updateStanding, type StoredRecipient } from '../recipients/table';
import { stepVerification, type VerificationStep } from '../recipients/verification';
import { type Commit } from '../store/commit';
import { lockUser } from '../users/table';
import { type VerificationAnswer, type VerificationProvider, type VerificationResult } from './provider';
import {
  endRequest,
  isCurrentRequest,
  markAsked,
  verificationRequests,
  type VerificationRequest,
} from './requests-table';

type Decided = Extract<VerificationAnswer, { readonly outcome: 'decided' }>;
type Claimed = VerificationRequest & Lease;

const late = { outcome: 'late' } as const;
type Late = typeof late;

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
      if (answer.outcome === 'decided' || answer.outcome === 'late') {
        answers.inc({ outcome: await end(o, request, answer) });
        return null;
      }
      answers.inc({ outcome: answer.outcome });
      const { verificationId } = request;
      if (answer.outcome === 'unavailable')
        o.log.warn({ verificationId, detail: answer.detail }, 'verification not answered');
      const dueAt = dueAfter(o, request, answer.outcome);
      return (await rows.putOff(request, dueAt)) ? dueAt : null;
    },
  });
};

/** `late`: there is nothing to verify any more. */
const ask = async ({ db, provider }: Options, request: Claimed): Promise<VerificationAnswer | Late> => {
  const { verificationId, userId } = request;
  const recipient = await findRecipient(db, userId, null);
  const isWanted = recipient?.verification === 'PENDING' && recipient.erasedAt === null;
  if (recipient === undefined || !isWanted || !(await isCurrentRequest(db, request))) return late;
  const known = request.status === 'ASKED' ? await provider.read(verificationId) : undefined;
  if (known !== undefined && known.outcome !== 'unknown') return known;
  const answer = await provider.request({ verificationId, ...(await describedTo(db, recipient)) });
  if (answer.outcome === 'pending') await markAsked(db, verificationId);
  return answer;
};

const describedTo = async (db: Options['db'], { userId, kind, data }: StoredRecipient) => ({
  ...{ kind, data },
  documents: (await listDocumentRows(db, { userId }, undefined, documentsMax)).map((document) => ({
    ...{ kind: document.kind, sha256: document.sha256, location: document.location },
  })),
});

const dueAfter = ({ clock }: Options, { tries }: Claimed, outcome: VerificationAnswer['outcome']): string =>
  toIso(new Date(clock.now().getTime() + backoffMs(tries, outcome === 'pending' ? pending : retry)));

/** What counted of it: somebody may have decided, erased or changed the recipient meanwhile. */
const end = ({ commit, clock }: Options, request: VerificationRequest, answer: Decided | Late) =>
  commit<VerificationResult | 'late'>(async (tx) => {
    const { verificationId, userId } = request;
    const now = toIso(clock.now());
    await lockUser(tx, userId);
    const recipient = await findRecipient(tx, userId, null);
    // A step by the state machine alone would let a late answer lift an operator's suspension.
    const counts = recipient?.verification === 'PENDING' && (await isCurrentRequest(tx, request));
    const said = counts && answer.outcome === 'decided' ? answer : null;
    await endRequest(tx, verificationId, said, now);
    if (said === null || recipient === undefined) return { result: 'late', events: [] };
    return { result: said.result, events: await stepBy(tx, recipient, said, now) };
  });

const stepBy = async (
  tx: Tx,
  recipient: StoredRecipient,
  said: Decided,
  now: string,
): Promise<readonly UserEvent[]> => {
  const step = stepOf(said);
  const standing = step && stepVerification(recipient, step);
  if (step === undefined || standing === undefined || isRejection(standing)) return [];
  await updateStanding(tx, recipient.userId, standing, now);
  await addStep(tx, recipient.userId, standing, byProvider, now);
  return [stepTaken(step, recipient, now)];
};

/** Undefined where a person has to look. */
const stepOf = ({ result, reasons }: Decided): VerificationStep | undefined => {
  if (result === 'NEEDS_REVIEW') return undefined;
  return result === 'VERIFIED' ? { type: 'verify' } : { type: 'refuse', reasons };
};
