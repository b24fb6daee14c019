import { resealCommand } from '@repasse/chassis/admin/reseal';
import { createSealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type Config } from '../../config';
import { contextOf as contextOfSecondFactor } from '../../second-factor/prove';
import { contextOf as contextOfPersonFactor } from '../../people/second-factor/prove';
import { contextOf as contextOfCompany } from '../../company-sign-in/providers-table';
import { contextOf } from '../key-ring';

/** Signing keys, second factors and clients of companies; kept answers and mails end by themselves. */
export const resealKeys = resealCommand<Config>(
  ({ keyEncryptionKeys }) => createSealedBox(() => keyEncryptionKeys),
  [
    {
      ...{ table: 'signing_keys', column: 'sealed_private', primaryKey: 'kid', boundBy: ['kid'] },
      contextOf: ({ kid }) => contextOf(String(kid)),
    },
    {
      ...{ table: 'second_factors', column: 'sealed_secret', primaryKey: 'user_id', boundBy: ['user_id'] },
      contextOf: (row) => contextOfSecondFactor(Number(row['user_id'])),
    },
    {
      ...{ table: 'person_second_factors', column: 'sealed_secret', primaryKey: 'person_id', boundBy: ['person_id'] },
      contextOf: ({ person_id: personId }) => contextOfPersonFactor(String(personId)),
    },
    {
      ...{ table: 'company_providers', column: 'sealed_secret', primaryKey: 'user_id', boundBy: ['user_id'] },
      contextOf: (row) => contextOfCompany(Number(row['user_id'])),
    },
  ],
);
