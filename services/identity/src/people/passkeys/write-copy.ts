import { type Tx } from '@repasse/chassis/postgres/database';
import { writeFact, type AuditActor } from '../../audit/write';
import { type PasskeyDependencies } from './dependencies';
import { type Passkey } from './table';

/** Of two devices that hold the same key, the one behind is refused, and its person finds it in their audit log. */
export const writeCopy = (
  deps: PasskeyDependencies,
  tx: Tx,
  by: AuditActor,
  { passkeyId, name }: Passkey,
): Promise<void> =>
  writeFact(tx, deps, 'PASSKEY_COPIED', by, { object: passkeyId, outcome: 'REFUSED', after: { name } });
