import { resealCommand } from '@repasse/chassis/admin/reseal';
import { createSealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type Config } from '../../config';
import { contextOf } from '../key-ring';

/** Signing keys; kept answers end by themselves. */
export const resealKeys = resealCommand<Config>(
  ({ keyEncryptionKeys }) => createSealedBox(() => keyEncryptionKeys),
  [
    {
      ...{ table: 'signing_keys', column: 'sealed_private', primaryKey: 'kid', boundBy: ['kid'] },
      contextOf: ({ kid }) => contextOf(String(kid)),
    },
  ],
);
