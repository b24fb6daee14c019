import { accessTypes } from '@repasse/chassis/auth/access/access-changes';
import { writing, type Consumption } from '@repasse/chassis/consumer/consumer';
import { defineProjection } from '@repasse/chassis/projection/definition';
import { callOf } from '@repasse/chassis/projection/show-events';
import { revokedAccess } from '@repasse/chassis/service/access';
import { isOfType, type EventType } from '@repasse/contracts';

const profileTypes = [
  'repasse.user.profile_changed.v1',
  'repasse.user.profile_removed.v1',
] as const satisfies readonly EventType[];
const isProfile = isOfType(profileTypes);

const merchantProfiles = defineProjection({
  name: 'merchant_profiles',
  topics: ['identity.events.v1'],
  tables: ['merchant_profiles'],
  rowsOf: (events) => lastOfEach(events.filter(isProfile).map(({ data }) => data)),
  write: 'keep_merchant_profiles',
});

/** One statement cannot write a row twice. The last event counts; that of a removed profile has no display name. */
const lastOfEach = <T extends { readonly userId: number }>(profiles: readonly T[]): readonly T[] => [
  ...new Map(profiles.map((profile) => [profile.userId, profile])).values(),
];

/**
 * identity.events.v1 → revoked access, and what payers see of merchants, in one statement: a topic has one consumption.
 */
export const consumeMerchants = (access: Consumption): Consumption => ({
  ...access,
  types: [...accessTypes, ...profileTypes],
  ...writing((events) => [callOf(revokedAccess, events), callOf(merchantProfiles, events)]),
});
