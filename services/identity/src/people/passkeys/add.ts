import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { actorIn, writeFact } from '../../audit/write';
import { withoutEvents } from '../../store/commit';
import { personIn } from '../persons/caller';
import { personNotFound } from '../persons/refusals';
import { lockPerson } from '../persons/table';
import { markSessionProven } from '../sessions/table';
import { ofSession, spendChallenge } from './challenges';
import { type PasskeyDependencies } from './dependencies';
import { passkeyExists, passkeyLimitReached, passkeyRefused } from './refusals';
import { passkeysMax } from './rules';
import { insertPasskey, listPasskeys, type Passkey } from './table';
import { verifyAttestation } from './verify';
import { passkeyView } from './view';

type Body = components['schemas']['AddPasskey'];

/** POST /person/passkeys. That the person may was proven when the challenge was asked for, which their session alone has. */
export const addPasskey = (deps: PasskeyDependencies): Operation<Body> => ({
  handle: (request) => deps.commit<ApiResponse>(withoutEvents((tx) => add(deps, tx, request))),
});

const add = async (deps: PasskeyDependencies, tx: Tx, request: ApiRequest<Body>): Promise<ApiResponse> => {
  const { personId, sessionId } = personIn(request);
  const person = await lockPerson(tx, personId);
  if (person === undefined) return personNotFound();
  const passkey = await readPasskey(deps, tx, request);
  if (passkey === undefined) return passkeyRefused();
  if ((await listPasskeys(tx, personId)).length >= passkeysMax) return passkeyLimitReached();
  if (!(await insertPasskey(tx, passkey))) return passkeyExists();
  await markSessionProven(tx, sessionId, passkey.createdAt);
  const { passkeyId: object, name } = passkey;
  await writeFact(tx, deps, 'PASSKEY_ADDED', actorIn(request), { object, after: { name } });
  await deps.queueMail?.(tx, { kind: 'PASSKEY_ADDED', name, to: person.email, locale: person.locale });
  return { status: 201, body: passkeyView(passkey) };
};

const readPasskey = async (
  { relyingParty, clock, ids }: PasskeyDependencies,
  tx: Tx,
  request: ApiRequest<Body>,
): Promise<Passkey | undefined> => {
  const { personId, sessionId } = personIn(request);
  const { name, credential } = request.body;
  const now = clock.now();
  const challenge = await spendChallenge(tx, ofSession('REGISTRATION', sessionId), credential.clientDataJSON, now);
  const made = challenge === undefined ? undefined : await verifyAttestation(relyingParty, credential, challenge);
  if (made === undefined) return undefined;
  return {
    ...{
      ...made,
      passkeyId: `pky_${ids.ulid()}`,
      personId,
      name: name.trim(),
      transports: credential.transports ?? [],
    },
    ...{ createdAt: toIso(now), lastUsedAt: null },
  };
};
