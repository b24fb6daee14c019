import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { faultsOfCode } from '../second-factor/code-header';
import { refused, type Outcome } from '../store/commit';
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

const issue = async (
  deps: ApiKeyDependencies,
  tx: Tx,
  user: User,
  wanted: IssueBody,
): Promise<Outcome<ApiResponse>> => {
  const clientId = `key_${deps.ids.ulid()}`;
  const clientSecret = newSecret();
  const made = await issueKey(deps, tx, user, wanted, { clientId, secretHash: hashOfSecret(clientId, clientSecret) });
  const { result, events } = made;
  return 'refusal' in result ? refused(result.refusal) : { result: issuedView(result.key, clientSecret), events };
};

type MadeKey = { readonly key: ApiKey } | { readonly refusal: ApiResponse };

/** A key of this id and secret, for a user who is locked. */
export const issueKey = async (
  { clock }: Pick<ApiKeyDependencies, 'clock'>,
  tx: Tx,
  user: User,
  wanted: IssueBody,
  { clientId, secretHash }: Pick<ApiKey, 'clientId' | 'secretHash'>,
): Promise<Outcome<MadeKey>> => {
  const now = toIso(clock.now());
  const refusal = await whyNotIssued(tx, user, wanted, now);
  if (refusal !== undefined) return refused({ refusal });
  const key: ApiKey = newApiKey({
    ...{ clientId, userId: user.id, name: wanted.name ?? null, secretHash },
    scopes: [...new Set(wanted.scopes ?? scopesOf(user.profiles))],
    ...{ expiresAt: wanted.expiresAt ?? null, createdAt: now },
  });
  await insertApiKey(tx, key);
  return { result: { key }, events: [issued(key)] };
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
