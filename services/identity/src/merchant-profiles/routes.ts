import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso, type Clock } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation, type Operations } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type Commit, type Outcome } from '../store/commit';
import { userIdOf, userNotFound } from '../users/routes';
import { findUser, lockUser } from '../users/table';
import { getLogo } from './get-logo';
import {
  faultsOfLogo,
  faultsOfProfile,
  logoOf,
  logoPathOf,
  removeProfile,
  replaceLogo,
  replaceProfile,
  type MerchantProfile,
  type ProfileBody,
} from './rules';
import { deleteProfile, findProfile, keepLogo, keepProfile } from './table';

export interface ProfileDependencies {
  readonly db: Database;
  readonly commit: Commit;
  readonly clock: Clock;
  /** Whether this installation takes no real money. */
  readonly isSandbox: boolean;
}

/** Whose profile a request is about. */
type WhoseProfile = (request: Pick<ApiRequest, 'params' | 'principal'>) => number;

/** Merchants act for themselves, administrators for the user in the path. */
export const profileOperations = (deps: ProfileDependencies): Operations => ({
  getOwnProfile: get(deps, caller),
  putOwnProfile: put(deps, caller),
  deleteOwnProfile: remove(deps, caller),
  putOwnLogo: putLogo(deps, caller),
  deleteOwnLogo: deleteLogo(deps, caller),
  getUserProfile: get(deps, userInPath),
  putUserProfile: put(deps, userInPath),
  deleteUserProfile: remove(deps, userInPath),
  putUserLogo: putLogo(deps, userInPath),
  deleteUserLogo: deleteLogo(deps, userInPath),
  getLogo: getLogo(deps.db),
});

const caller: WhoseProfile = (request) => callerOf(request).userId;

const userInPath: WhoseProfile = ({ params }) => userIdOf(params);

const get = ({ db }: ProfileDependencies, whose: WhoseProfile): Operation<undefined> => ({
  handle: async (request) => {
    const profile = await findProfile(db, whose(request));
    return profile === undefined ? nothingFound(db, whose(request)) : shown(profile);
  },
});

const put = (deps: ProfileDependencies, whose: WhoseProfile): Operation<ProfileBody> => ({
  check: ({ body }, faulty) => faultsOfProfile(body, faulty, { isLocalhostAllowed: deps.isSandbox }),
  handle: (request) =>
    changing(deps, whose(request), async (tx, userId, before, now) => {
      const { profile, events } = replaceProfile(userId, before, request.body, now);
      if (events.length > 0) await keepProfile(tx, profile);
      return { result: shown(profile), events };
    }),
});

const remove = (deps: ProfileDependencies, whose: WhoseProfile): Operation<undefined> => ({
  handle: (request) =>
    changing(deps, whose(request), async (tx, userId, before, now) => {
      const events = removeProfile(before, now);
      if (events.length > 0) await deleteProfile(tx, userId);
      return { result: { status: 204 }, events };
    }),
});

const putLogo = (deps: ProfileDependencies, whose: WhoseProfile): Operation<undefined> => ({
  check: ({ rawBody }) => faultsOfLogo(rawBody),
  handle: (request) =>
    changing(deps, whose(request), async (tx, _userId, before, now) => {
      if (before === undefined) return { result: profileNotFound(), events: [] };
      const logo = logoOf(request.rawBody);
      const { profile, events } = replaceLogo(before, logo.digest, now);
      if (events.length > 0) await keepLogo(tx, profile, logo);
      return { result: shown(profile), events };
    }),
});

const deleteLogo = (deps: ProfileDependencies, whose: WhoseProfile): Operation<undefined> => ({
  handle: (request) =>
    changing(deps, whose(request), async (tx, _userId, before, now) => {
      const result = { status: 204 };
      if (before === undefined) return { result, events: [] };
      const { profile, events } = replaceLogo(before, null, now);
      if (events.length > 0) await keepLogo(tx, profile, null);
      return { result, events };
    }),
});

/** The user is locked, so that two changes of one profile are one after the other, and so are their events. */
const changing = (
  { commit, clock }: ProfileDependencies,
  userId: number,
  change: (tx: Tx, userId: number, before: MerchantProfile | undefined, now: string) => Promise<Outcome<ApiResponse>>,
): Promise<ApiResponse> =>
  commit<ApiResponse>(async (tx) => {
    if ((await lockUser(tx, userId)) === undefined) return { result: userNotFound(), events: [] };
    return change(tx, userId, await findProfile(tx, userId), toIso(clock.now()));
  });

const nothingFound = async (db: Tx, userId: number): Promise<ApiResponse> =>
  (await findUser(db, userId)) === undefined ? userNotFound() : profileNotFound();

const shown = (profile: MerchantProfile): ApiResponse => {
  const { displayName, supportEmail, supportUrl, frameOrigins, brandColor, updatedAt } = profile;
  const logoPath = logoPathOf(profile);
  return {
    status: 200,
    body: { displayName, supportEmail, supportUrl, logoPath, frameOrigins, brandColor, updatedAt },
  };
};

const profileNotFound = (): ApiResponse =>
  problem({
    status: 404,
    code: 'merchant_profile.not_found',
    detail: 'There is no display name: PUT /profile first.',
  });
