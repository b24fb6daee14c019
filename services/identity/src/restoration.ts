import { isOfType, type AnyEvent } from '@repasse/contracts';
import { type LostEvents, type Restoration, type Unrestored } from '@repasse/chassis/restore/restoration';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type Config } from './config';
import { rebuildDestinationFact, type DestinationFact } from './store/rebuild-destinations';
import { rebuildRecipientFact, type RecipientFact } from './store/rebuild-recipients';
import { rebuildUserFact } from './store/rebuild-users';

const isUserFact = isOfType([
  'repasse.user.registered.v1',
  'repasse.user.suspended.v1',
  'repasse.user.activated.v1',
  'repasse.profile.granted.v1',
  'repasse.api_key.issued.v1',
  'repasse.api_key.revoked.v1',
  'repasse.user.profile_changed.v1',
  'repasse.user.profile_removed.v1',
]);

const isDestinationFact = (event: AnyEvent): event is DestinationFact => event.type.startsWith('repasse.destination.');

const isRecipientFact = (event: AnyEvent): event is RecipientFact => event.type.startsWith('repasse.recipient.');

const rebuild = async (tx: Tx, lost: readonly LostEvents[]): Promise<readonly Unrestored[]> => {
  const unrestored: Unrestored[] = [];
  for (const { key, events } of lost) {
    for (const event of events) {
      for (const what of await rebuildFact(tx, event)) unrestored.push({ what, key });
    }
  }
  return unrestored;
};

const rebuildFact = async (tx: Tx, event: AnyEvent): Promise<readonly string[]> => {
  if (isRecipientFact(event)) return rebuildRecipientFact(tx, event);
  if (isDestinationFact(event)) return rebuildDestinationFact(tx, event);
  return isUserFact(event) ? rebuildUserFact(tx, event) : [];
};

const userNumberOf = (event: AnyEvent): number | undefined =>
  event.type === 'repasse.user.registered.v1' ? event.data.userId : undefined;

/** How identity's rows come back after a restore. */
export const identityRestoration: Restoration<Config> = {
  service: 'identity',
  topics: ['identity.events.v1'],
  rebuild,
  numbers: [{ sequence: 'users_id_seq', shownBy: userNumberOf }],
  neverRestored: [
    'changed names of users, which are in no event',
    'signing keys that were made meanwhile: tokens signed with them are refused, and their clients obtain new ones',
    'payout terms of merchants, which are in no event: set them again. Destinations that went with them stay removed',
    'second factors: their users enrol an app again, and what they had confirmed stays confirmed',
    'answers kept under an Idempotency-Key: POST /users repeated says that the e-mail is taken, and a repeated POST of an API key issues a second key',
  ],
};
