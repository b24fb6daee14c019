import { type Profile } from '@repasse/chassis/auth/principal';
import { toIso, type Clock } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation, type Operations } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Commit } from '../store/commit';
import { changeUser, newUser, normaliseEmail, registered, type UserChange } from './rules';
import { findUser, findUserByEmailHash, insertUser, listUsers, lockUser, updateUser, type User } from './table';

export interface UserDependencies {
  readonly db: Database;
  readonly commit: Commit;
  readonly clock: Clock;
}

interface CreateUserBody {
  readonly email: string;
  readonly name: string;
  readonly profile: Profile;
}

interface UserPage {
  readonly page: number;
  readonly limit: number;
  readonly email?: string;
  readonly query?: string;
}

export const userOperations = (deps: UserDependencies): Operations => ({
  createUser: create(deps),
  listUsers: list(deps),
  getUser: get(deps),
  updateUser: update(deps),
  findInternalUser: findInternal(deps),
});

const create = ({ commit, clock }: UserDependencies): Operation<CreateUserBody> => ({
  handle: (request) =>
    commit.answering(request, async (tx) => {
      const { email, name, profile } = request.body;
      const user = await insertUser(tx, newUser(email, name, profile, toIso(clock.now())));
      if (user === undefined) return { result: emailTaken(), events: [] };
      return { result: { status: 201, body: describeUser(user) }, events: [registered(user)] };
    }),
});

const list = ({ db }: UserDependencies): Operation<undefined, UserPage> => ({
  handle: async ({ query: { page, limit, email, query } }) => {
    const filter = { email: email === undefined ? null : normaliseEmail(email), query: query ?? null };
    const { users, total } = await listUsers(db, filter, (page - 1) * limit, limit);
    const pagination = { page, limit, total, totalPages: Math.ceil(total / limit), nextCursor: null };
    return { status: 200, body: { data: users.map(describeUser), pagination } };
  },
});

const get = ({ db }: UserDependencies): Operation<undefined> => ({
  handle: async ({ params }) => {
    const user = await findUser(db, userIdOf(params));
    return user === undefined ? userNotFound() : { status: 200, body: describeUser(user) };
  },
});

const update = ({ commit, clock }: UserDependencies): Operation<UserChange> => ({
  handle: ({ params, body }) =>
    commit<ApiResponse>(async (tx) => {
      const user = await lockUser(tx, userIdOf(params));
      if (user === undefined) return { result: userNotFound(), events: [] };
      const changed = changeUser(user, body, toIso(clock.now()));
      if (changed.user !== user) await updateUser(tx, changed.user);
      return { result: { status: 200, body: describeUser(changed.user) }, events: changed.events };
    }),
});

/** For charge, whose own copy of the users may be a moment behind. No name and no e-mail leaves this service. */
const findInternal = ({ db }: UserDependencies): Operation<undefined, { readonly emailHash: string }> => ({
  handle: async ({ query }) => {
    const user = await findUserByEmailHash(db, query.emailHash);
    if (user === undefined) return userNotFound();
    const { id: userId, status, profiles, emailHash } = user;
    return { status: 200, body: { userId, status, profiles, emailHash } };
  },
});

const describeUser = ({ emailHash: _emailHash, ...user }: User): object => user;

/** The description guarantees a number from 1 to the largest safe integer. */
export const userIdOf = (params: Readonly<Record<string, string>>): number => Number(params['userId']);

export const userNotFound = (): ApiResponse =>
  problem({ status: 404, code: 'user.not_found', detail: 'There is no such user.' });

const emailTaken = (): ApiResponse =>
  problem({
    status: 409,
    code: 'user.email_taken',
    detail: 'Another user is registered with this e-mail.',
    errors: [{ field: 'email', message: 'is taken, in this or another spelling' }],
  });
