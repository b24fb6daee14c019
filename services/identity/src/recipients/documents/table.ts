import { actorOf } from '@repasse/chassis/auth/caller';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { type StepBy } from '../table';

type Described = components['schemas']['AddRecipientDocument'];

/** A file that proves who a recipient is. Its bytes are kept elsewhere. */
export interface RecipientDocument extends Described {
  readonly documentId: string;
  readonly createdAt: string;
}

const columns = `document_id as "documentId", kind, sha256, size_bytes as "sizeBytes", content_type as "contentType",
  location, created_at as "createdAt"`;

/** Undefined where the same file is there under this kind. */
export const insertDocument = async (
  tx: Tx,
  userId: number,
  document: RecipientDocument,
  by: StepBy,
): Promise<RecipientDocument | undefined> => {
  const { documentId, kind, sha256, sizeBytes, contentType, location, createdAt } = document;
  const [inserted] = await tx.query<RecipientDocument>(
    `insert into recipient_documents (document_id, user_id, kind, sha256, size_bytes, content_type, location,
       by_user_id, by_client_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing returning ${columns}`,
    [documentId, userId, kind, sha256, sizeBytes, contentType, location, by.userId, actorOf(by), createdAt],
  );
  return inserted;
};

export const findDocument = async (
  tx: Tx,
  userId: number,
  { kind, sha256 }: Pick<Described, 'kind' | 'sha256'>,
): Promise<RecipientDocument | undefined> =>
  (
    await tx.query<RecipientDocument>(
      `select ${columns} from recipient_documents where user_id = $1 and kind = $2 and sha256 = $3`,
      [userId, kind, sha256],
    )
  )[0];

/** Newest first. */
export const listDocumentRows = (
  tx: Tx,
  { userId, kind = null }: { readonly userId: number; readonly kind?: string | null | undefined },
  after: Pick<RecipientDocument, 'createdAt' | 'documentId'> | undefined,
  limit: number,
): Promise<RecipientDocument[]> =>
  tx.query<RecipientDocument>(
    `select ${columns} from recipient_documents
     where user_id = $1 and ($2::text is null or kind = $2)
       and ($3::timestamptz is null or (created_at, document_id) < ($3, $4::text))
     order by created_at desc, document_id desc limit $5`,
    [userId, kind, after?.createdAt ?? null, after?.documentId ?? null, limit],
  );

/** Of these kinds those of which there is none; no statement where none is asked for. */
export const missingDocuments = async (
  tx: Tx,
  { userId }: { readonly userId: number },
  kinds: readonly Described['kind'][],
): Promise<readonly string[]> => {
  if (kinds.length === 0) return [];
  const there = await tx.query<{ kind: string }>('select distinct kind from recipient_documents where user_id = $1', [
    userId,
  ]);
  return kinds.filter((kind) => !there.some((each) => each.kind === kind));
};

export const deleteDocuments = async (tx: Tx, userId: number): Promise<void> => {
  await tx.query('delete from recipient_documents where user_id = $1', [userId]);
};
