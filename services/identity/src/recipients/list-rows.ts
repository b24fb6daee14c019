import { type Tx } from '@repasse/chassis/postgres/database';
import { normaliseEmail } from '../users/rules';
import { foldedName } from './legal-data';
import { selectRecipients, type StoredRecipient } from './table';

export interface RecipientFilter {
  /** Null for all recipients, which are for staff. */
  readonly merchantUserId: number | null;
  readonly name?: string | undefined;
  readonly document?: string | undefined;
  readonly email?: string | undefined;
  readonly verification?: string | undefined;
  readonly externalReference?: string | undefined;
}

export interface ListedRecipient extends StoredRecipient {
  /** When the merchant came to know them; for staff, when they were made. */
  readonly listedAt: string;
}

/** Newest first. Texts differ only by which filters are there, so that each finds its index. */
export const listRecipientRows = (
  tx: Tx,
  filter: RecipientFilter,
  after: Pick<ListedRecipient, 'listedAt' | 'userId'> | undefined,
  limit: number,
): Promise<ListedRecipient[]> => {
  const params: unknown[] = [filter.merchantUserId];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const listedAt = filter.merchantUserId === null ? 'r.created_at' : 'm.created_at';
  const equal = (column: string, value: unknown): readonly string[] =>
    value === undefined ? [] : [`${column} = ${parameter(value)}`];
  const { name, email } = filter;
  const conditions = [
    ...(filter.merchantUserId === null ? ['true'] : ['m.user_id is not null']),
    ...equal('d.document', filter.document),
    ...equal('u.email', email === undefined ? undefined : normaliseEmail(email)),
    ...equal('r.verification', filter.verification?.toUpperCase()),
    ...equal('m.external_reference', filter.externalReference),
    ...(name === undefined ? [] : [`d.searched_name like ${parameter(`${likeText(foldedName(name))}%`)}`]),
    ...(after === undefined
      ? []
      : [`(${listedAt}, r.user_id) < (${parameter(after.listedAt)}::timestamptz, ${parameter(after.userId)})`]),
  ];
  return tx.query<ListedRecipient>(
    `${selectRecipients} where ${conditions.join(' and ')}
     order by ${listedAt} desc, r.user_id desc limit ${parameter(limit)}`,
    params,
  );
};

const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
