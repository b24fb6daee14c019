import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { codeIn, codeMissing } from '../second-factor/code-header';
import { requireProof } from '../second-factor/require-proof';
import { userNotFound } from '../users/routes';
import { lockUser, type User } from '../users/table';
import { type ApiKeyDependencies } from './dependencies';

type Proven = { readonly owner: User } | { readonly refusal: ApiResponse };

/**
 * The caller, locked, after a code of their second factor. A stolen key alone must neither make further ones nor shut its
 * owner out. A person has proven a factor of their own within minutes: the description asks for it. The user is locked before
 * the factor, as where a factor is enrolled.
 */
export const provenOwner = async (
  deps: ApiKeyDependencies,
  tx: Tx,
  request: Pick<ApiRequest, 'headers' | 'principal'>,
): Promise<Proven> => {
  const { userId, personId } = callerOf(request);
  if (personId === undefined && codeIn(request) === '') return { refusal: codeMissing() };
  const owner = await lockUser(tx, userId);
  if (owner === undefined) return { refusal: userNotFound() };
  if (personId !== undefined) return { owner };
  const refusal = await requireProof(deps, tx, { userId, code: codeIn(request), now: toIso(deps.clock.now()) });
  return refusal === undefined ? { owner } : { refusal };
};
