import { type Tx } from '@repasse/chassis/postgres/database';
import { hashOfEmail } from '../users/rules';
import { findUsersByEmailHashes, type User } from '../users/table';
import { type Described } from './recipient';
import { selectRecipients, type StoredRecipient } from './table';

/** Whoever a merchant's descriptions may be of. */
export interface KnownSellers {
  /** Linked to the merchant, under a reference or document that is described, or of a user with such an e-mail. */
  readonly recipients: readonly KnownRecipient[];
  /** With an e-mail that is described. */
  readonly users: readonly User[];
}

export interface KnownRecipient extends StoredRecipient {
  /** The merchant has described them before. */
  readonly isLinked: boolean;
}

/** Two statements, however many are described. */
export const findKnownSellers = async (
  tx: Tx,
  merchantUserId: number,
  described: readonly Described[],
): Promise<KnownSellers> => {
  const references = described.flatMap(({ externalReference }) => externalReference ?? []);
  const documents = described.map(({ data }) => data.document);
  const users = await findUsersByEmailHashes(
    tx,
    described.map(({ email }) => hashOfEmail(email)),
  );
  const userIds = users.map(({ id }) => id);
  const recipients = await tx.query<KnownRecipient>(known, [merchantUserId, references, documents, userIds]);
  return { recipients, users };
};

/** By the number of the user: of several sellers with one document the first one counts. */
const known = `select known.* from (${selectRecipients}
    where r.user_id in (
      select user_id from merchant_recipients where merchant_user_id = $1 and external_reference = any($2)
      union select mr.user_id from recipient_data rd join merchant_recipients mr on mr.user_id = rd.user_id
        where mr.merchant_user_id = $1 and rd.document = any($3)
      union select unnest($4::bigint[]))) known
  order by "userId"`;
