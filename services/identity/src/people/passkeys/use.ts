import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { lockPerson } from '../persons/table';
import { spendChallenge, type Ceremony } from './challenges';
import { type PasskeyDependencies } from './dependencies';
import { handleOf, isFromCopy } from './rules';
import { findPasskey, markPasskeyUsed, type Passkey } from './table';
import { verifyAssertion } from './verify';

type Assertion = components['schemas']['PasskeyAssertion'];

export type Used =
  | { readonly outcome: 'accepted' | 'copy'; readonly passkey: Passkey }
  /** Whose it is, where the passkey is known. */
  | { readonly outcome: 'refused'; readonly passkey: Passkey | undefined };

interface Asked {
  readonly ceremony: Ceremony;
  /** Whose passkey is asked for; undefined where anybody may come. */
  readonly personId?: string;
}

/** Judges a passkey. Its person is locked until the transaction ends, so that no two answers meet the same counter. */
export const usePasskey = async (
  { relyingParty, clock }: Pick<PasskeyDependencies, 'relyingParty' | 'clock'>,
  tx: Tx,
  { ceremony, personId }: Asked,
  assertion: Assertion,
): Promise<Used> => {
  const now = clock.now();
  const challenge = await spendChallenge(tx, ceremony, assertion.clientDataJSON, now);
  const passkey = await lockPasskey(tx, Buffer.from(assertion.id, 'base64url'));
  if (challenge === undefined || passkey === undefined || !isOf(passkey, assertion, personId))
    return { outcome: 'refused', passkey };
  const signed = await verifyAssertion(relyingParty, assertion, challenge, passkey.publicKey);
  if (signed === undefined) return { outcome: 'refused', passkey };
  if (isFromCopy(passkey.counter, signed.counter)) return { outcome: 'copy', passkey };
  await markPasskeyUsed(tx, { ...signed, passkeyId: passkey.passkeyId }, toIso(now));
  return { outcome: 'accepted', passkey };
};

/** Undefined also where its person is suspended. */
const lockPasskey = async (tx: Tx, credentialId: Buffer): Promise<Passkey | undefined> => {
  const found = await findPasskey(tx, credentialId);
  const person = found && (await lockPerson(tx, found.personId));
  // As it is now: another answer may have raised its counter while we waited.
  return person?.status === 'ACTIVE' ? findPasskey(tx, credentialId) : undefined;
};

/** Where no passkey was named, its device has to say whose it is (WebAuthn, 7.2). */
const isOf = ({ personId }: Passkey, { userHandle }: Assertion, asked: string | undefined): boolean => {
  if (asked !== undefined && asked !== personId) return false;
  return userHandle === undefined ? asked !== undefined : userHandle === handleOf(personId);
};
