import { type CallbackMessage } from '../../callbacks/callback';
import { changeDocument } from '../../callbacks/commit';
import { type Config } from '../../config';
import { type Documents } from '../../store/documents';
import { dueDocuments, type DueWork } from '../../sweeper';
import { type World } from '../../world';

/** A person or company that somebody asked to verify. */
export interface VerifiedParty {
  readonly verificationId: string;
  readonly name: string;
  readonly document: string;
  readonly result: 'VERIFIED' | 'REFUSED' | 'NEEDS_REVIEW' | null;
  readonly reasons: readonly string[];
  readonly createdAt: string;
  readonly dueAt: string | null;
}

/** A provider that verifies who recipients are. */
export interface Verifier extends World {
  readonly token: string;
  readonly callbackUrl: string | undefined;
  readonly callbackSecret: string | undefined;
  readonly parties: Documents<VerifiedParty>;
}

/** Undefined without its token: it is not simulated then. */
export const openVerifier = (
  world: World,
  { token, callbackUrl, callbackSecret }: Config['verification'],
): Verifier | undefined =>
  token === undefined
    ? undefined
    : {
        ...{ ...world, token, callbackUrl, callbackSecret },
        parties: world.store.documents<VerifiedParty>('verified_party', (party) => ({
          id: party.verificationId,
          createdAt: party.createdAt,
          dueAt: party.dueAt,
        })),
      };

/** What is under way is decided as the switch says, by the sandbox's clock, and its asker is called. */
export const dueVerifications = (verifier: Verifier): DueWork =>
  dueDocuments(
    'verifications',
    verifier.clock,
    async (now, limit) =>
      verifier.verifications.get().outcome === 'PENDING'
        ? { rows: [], nextDueAt: null }
        : verifier.parties.listDue(now, limit),
    ({ verificationId }) =>
      changeDocument(verifier, verifier.parties, verificationId, (party) => {
        const decided = decide(party, verifier);
        return decided && { saved: [decided], messages: messagesOf(verifier, decided), result: undefined };
      }),
  );

const decide = (party: VerifiedParty, { verifications }: Verifier): VerifiedParty | undefined => {
  const { outcome } = verifications.get();
  if (party.result !== null || outcome === 'PENDING') return undefined;
  return { ...party, result: outcome, reasons: outcome === 'REFUSED' ? ['DOCUMENT_MISMATCH'] : [], dueAt: null };
};

/** It only says where to look. */
const messagesOf = (
  { callbackUrl: address, callbackSecret: secret }: Verifier,
  { verificationId }: VerifiedParty,
): readonly CallbackMessage[] =>
  address === undefined || secret === undefined
    ? []
    : [{ provider: 'verification', address, body: JSON.stringify({ verificationId }), secret }];
