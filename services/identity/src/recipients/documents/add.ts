import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { changingManaged, type Change } from '../changing';
import { type RecipientDependencies } from '../dependencies';
import { findDocument, insertDocument } from './table';

type Body = components['schemas']['AddRecipientDocument'];

/** POST /recipients/{recipientId}/documents: 201 for a new one, 200 for the same file under the same kind. */
export const addDocument = (deps: RecipientDependencies): Operation<Body> => ({
  handle: (request) =>
    deps.commit.answering(request, (tx) =>
      changingManaged(deps, tx, request, async (change) => ({
        result: await add(tx, change, request.body, `doc_${deps.ids.ulid()}`),
        events: [],
      })),
    ),
});

const add = async (
  tx: Tx,
  { caller, recipient, now }: Change,
  body: Body,
  documentId: string,
): Promise<ApiResponse> => {
  const document = { ...body, documentId, createdAt: now };
  const inserted = await insertDocument(tx, recipient.userId, document, caller);
  if (inserted !== undefined) return { status: 201, body: inserted };
  return { status: 200, body: await findDocument(tx, recipient.userId, body) };
};
