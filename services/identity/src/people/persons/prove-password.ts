import { type ApiRequest } from '@repasse/chassis/http/app';
import { type PeopleDependencies } from '../dependencies';
import { personIn } from './caller';
import { findPerson, type Person } from './table';

/**
 * The person who calls, if this is their password; a session that was stolen does not have it. Guesses are limited per
 * person: whoever makes them here is signed in already. Throws the problem to answer with behind the limit.
 */
export const provePassword = async (
  { db, passwords, wrongSecrets }: PeopleDependencies,
  request: Pick<ApiRequest, 'principal' | 'headers' | 'remoteAddress'>,
  password: string,
): Promise<Person | undefined> => {
  const { personId } = personIn(request);
  const arrival = { forwardedFor: undefined, remoteAddress: request.remoteAddress };
  await wrongSecrets.refuseIfTooMany(personId, arrival);
  const person = await findPerson(db, personId);
  if (await passwords.isRight(password, person?.passwordHash)) return person;
  await wrongSecrets.count(personId, arrival);
  return undefined;
};
