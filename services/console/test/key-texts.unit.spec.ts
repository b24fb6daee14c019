import { scopesOfMerchantKeys, scopesOfStaffKeys } from '@repasse/contracts/roles';
import { keyTexts } from '../app/src/texts/keys.ts';

it.each(['pt-BR', 'en'] as const)('says in %s what each scope of a key is for', (locale) => {
  expect(Object.keys(keyTexts[locale].scopes)).toEqual([...scopesOfMerchantKeys, ...scopesOfStaffKeys]);
});
