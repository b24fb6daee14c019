import { type Operation } from '@repasse/chassis/http/app';
import { type PasskeyDependencies } from './dependencies';
import { personIn } from '../persons/caller';
import { listPasskeys as readPasskeys } from './table';
import { passkeyView } from './view';

/** GET /person/passkeys. */
export const listPasskeys = ({ db }: PasskeyDependencies): Operation<undefined> => ({
  handle: async (request) => {
    const passkeys = await readPasskeys(db, personIn(request).personId);
    return { status: 200, body: { data: passkeys.map(passkeyView) } };
  },
});
