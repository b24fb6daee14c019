import { resealCommand } from '@repasse/chassis/admin/reseal';
import { createSealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type Config } from '../config';
import { contextOf } from '../store/signing-secrets';

export const resealSecrets = resealCommand<Config>(
  ({ keyEncryptionKeys }) => createSealedBox(() => keyEncryptionKeys),
  [
    {
      ...{ table: 'signing_secrets', column: 'sealed', primaryKey: 'secret_id', boundBy: ['signer'] },
      contextOf: ({ signer }) => contextOf(String(signer)),
    },
  ],
);
