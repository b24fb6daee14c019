import { toIso, type Clock } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation, type Operations } from '@repasse/chassis/http/app';
import { problem, type Fault } from '@repasse/chassis/http/problem';
import { type Ids } from '@repasse/chassis/ids';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type Commit } from '../store/commit';
import { userIdOf, userNotFound } from '../users/routes';
import { findUser, lockUser, type User } from '../users/table';
import { apiKeysMax, issued, keysToForget, revoked, scopesOf } from './rules';
import { hashOfSecret, newClientSecret } from './secret';
import { deleteApiKeys, findApiKey, insertApiKey, listApiKeys, revokeApiKey, type ApiKey } from './table';

export interface ApiKeyDependencies {
  readonly db: Database;
  readonly commit: Commit;
  readonly clock: Clock;
  readonly ids: Ids;
}

interface IssueBody {
  readonly scopes?: readonly string[];
  readonly expiresAt?: string;
}

export const apiKeyOperations = (deps: ApiKeyDependencies): Operations => ({
  issueApiKey: issue(deps),
  listApiKeys: list(deps),
  revokeApiKey: revoke(deps),
});

const issue = ({ commit, clock, ids }: ApiKeyDependencies): Operation<IssueBody | undefined> => ({
  handle: (request) =>
    commit.answering(request, async (tx) => {
      const now = toIso(clock.now());
      const body = request.body ?? {};
      const user = await lockUser(tx, userIdOf(request.params));
      const refusal = user === undefined ? userNotFound() : await whyNotIssued(tx, user, body, now);
      if (user === undefined || refusal !== undefined) return { result: refusal ?? userNotFound(), events: [] };

      const clientId = `key_${ids.ulid()}`;
      const clientSecret = newClientSecret();
      const key: ApiKey = {
        clientId,
        userId: user.id,
        secretHash: hashOfSecret(clientId, clientSecret),
        scopes: [...new Set(body.scopes ?? scopesOf(user.profiles))],
        expiresAt: body.expiresAt ?? null,
        createdAt: now,
        revokedAt: null,
      };
      await insertApiKey(tx, key);
      const { scopes, expiresAt, createdAt } = key;
      return {
        result: { status: 201, headers: noStore, body: { clientId, clientSecret, scopes, expiresAt, createdAt } },
        events: [issued(key)],
      };
    }),
});

const noStore = { 'Cache-Control': 'no-store' };

/** Also makes room for the new key, since that is the last thing that can stand in its way. */
const whyNotIssued = async (tx: Tx, user: User, body: IssueBody, now: string): Promise<ApiResponse | undefined> => {
  const strange = (body.scopes ?? []).flatMap((scope, at) => (scopesOf(user.profiles).includes(scope) ? [] : [at]));
  if (strange.length > 0)
    return refuse(
      'api_key.scope_not_allowed',
      strange.map((at) => ({ field: `scopes[${at}]`, message: 'is not one of the scopes of the user’s profile' })),
    );
  if (body.expiresAt !== undefined && body.expiresAt <= now)
    return refuse('api_key.expires_in_past', [{ field: 'expiresAt', message: 'must be in the future' }]);
  if (user.status === 'SUSPENDED')
    return problem({ status: 409, code: 'user.suspended', detail: 'A suspended user gets no keys.' });

  const forgotten = keysToForget(await listApiKeys(tx, user.id));
  if (forgotten === undefined)
    return problem({ status: 409, code: 'api_key.limit_reached', detail: `A user has at most ${apiKeysMax} keys.` });
  if (forgotten.length > 0) await deleteApiKeys(tx, forgotten);
  return undefined;
};

const refuse = (code: string, errors: readonly Fault[]): ApiResponse =>
  problem({ status: 400, code, detail: 'The key cannot be issued like this.', errors });

const list = ({ db }: ApiKeyDependencies): Operation<undefined> => ({
  handle: async ({ params }) => {
    const userId = userIdOf(params);
    if ((await findUser(db, userId)) === undefined) return userNotFound();
    const keys = await listApiKeys(db, userId);
    return { status: 200, body: { data: keys.map(describeKey) } };
  },
});

const describeKey = ({ clientId, scopes, expiresAt, createdAt, revokedAt }: ApiKey): object => ({
  clientId,
  scopes,
  expiresAt,
  createdAt,
  revokedAt,
});

const revoke = ({ commit, clock }: ApiKeyDependencies): Operation<undefined> => ({
  handle: ({ params }) =>
    commit<ApiResponse>(async (tx) => {
      const userId = userIdOf(params);
      const now = toIso(clock.now());
      if ((await lockUser(tx, userId)) === undefined) return { result: userNotFound(), events: [] };
      const key = await findApiKey(tx, params['clientId'] ?? '');
      if (key?.userId !== userId) return { result: keyNotFound(), events: [] };
      // Revoking twice is one revocation.
      if (key.revokedAt !== null) return { result: { status: 204 }, events: [] };
      await revokeApiKey(tx, key.clientId, now);
      return { result: { status: 204 }, events: [revoked(key, now)] };
    }),
});

const keyNotFound = (): ApiResponse =>
  problem({ status: 404, code: 'api_key.not_found', detail: 'The user has no key with this clientId.' });
