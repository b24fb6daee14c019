import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { faultsOfCode } from '../second-factor/code-header';
import { type Outcome } from '../store/commit';
import { userIdOf, userNotFound } from '../users/routes';
import { lockUser, type User } from '../users/table';
import { type ApiKeyDependencies } from './dependencies';
import { provenOwner } from './proven-owner';
import { limitReached, refusedKey } from './refusals';
import { issued, keysToForget, scopesOf } from './rules';
import { newSecret } from '../new-secret';
import { hashOfSecret } from './secret';
import { deleteApiKeys, insertApiKey, listApiKeys, newApiKey, type ApiKey } from './table';
import { issuedView } from './view';

interface IssueBody {
  readonly name?: string | null;
  readonly scopes?: readonly string[];
  readonly expiresAt?: string;
}

/** POST /users/{userId}/api-keys: an administrator gives a user a key. */
export const issueApiKey = (deps: ApiKeyDependencies): Operation<IssueBody | undefined> => ({
  handle: (request) =>
    deps.commit.answering(request, async (tx) => {
      const user = await lockUser(tx, userIdOf(request.params));
      return user === undefined ? refused(userNotFound()) : issue(deps, tx, user, request.body ?? {});
    }),
});

/** POST /api-keys: a user makes another key of their own. */
export const issueOwnApiKey = (deps: ApiKeyDependencies): Operation<IssueBody | undefined> => ({
  check: faultsOfCode,
  handle: (request) =>
    deps.commit.answering(request, async (tx) => {
      const proven = await provenOwner(deps, tx, request);
      return 'refusal' in proven ? refused(proven.refusal) : issue(deps, tx, proven.owner, request.body ?? {});
    }),
});

const refused = (result: ApiResponse): Outcome<ApiResponse> => ({ result, events: [] });

const issue = async (
  { clock, ids }: ApiKeyDependencies,
  tx: Tx,
  user: User,
  body: IssueBody,
): Promise<Outcome<ApiResponse>> => {
  const now = toIso(clock.now());
  const refusal = await whyNotIssued(tx, user, body, now);
  if (refusal !== undefined) return refused(refusal);

  const clientId = `key_${ids.ulid()}`;
  const clientSecret = newSecret();
  const key: ApiKey = newApiKey({
    clientId,
    userId: user.id,
    name: body.name ?? null,
    secretHash: hashOfSecret(clientId, clientSecret),
    scopes: [...new Set(body.scopes ?? scopesOf(user.profiles))],
    expiresAt: body.expiresAt ?? null,
    createdAt: now,
  });
  await insertApiKey(tx, key);
  return { result: issuedView(key, clientSecret), events: [issued(key)] };
};

/** Also makes room for the new key, since that is the last thing that can stand in its way. */
const whyNotIssued = async (tx: Tx, user: User, body: IssueBody, now: string): Promise<ApiResponse | undefined> => {
  const strange = (body.scopes ?? []).flatMap((scope, at) => (scopesOf(user.profiles).includes(scope) ? [] : [at]));
  if (strange.length > 0)
    return refusedKey(
      'api_key.scope_not_allowed',
      strange.map((at) => ({ field: `scopes[${at}]`, message: 'is not one of the scopes of the user’s profile' })),
    );
  if (body.expiresAt !== undefined && body.expiresAt <= now)
    return refusedKey('api_key.expires_in_past', [{ field: 'expiresAt', message: 'must be in the future' }]);
  if (user.status === 'SUSPENDED')
    return problem({ status: 409, code: 'user.suspended', detail: 'A suspended user gets no keys.' });

  const forgotten = keysToForget(await listApiKeys(tx, user.id));
  if (forgotten === undefined) return limitReached();
  if (forgotten.length > 0) await deleteApiKeys(tx, forgotten);
  return undefined;
};
