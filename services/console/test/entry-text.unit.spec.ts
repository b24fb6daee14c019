import { eventCatalogue } from '@repasse/contracts';
import { entryText } from '../app/src/screens/charge/entry-text.ts';

const wording = { money: (minor: number, currency: string) => `${String(minor)} ${currency}`, moment: () => 'AMANHÃ' };
const ofCharges = /^repasse\.(?:charge|attempt|payment|refund|dispute|split|funds|share|webhook)\./;
const entries = eventCatalogue.filter(({ type }) => ofCharges.test(type));

it.each(entries.map(({ type, example }) => [type, example] as const))('says %s in Portuguese', (type, details) => {
  const { text, lang } = entryText({ type, details, text: 'In English.' }, 'pt-BR', wording);

  expect(lang).toBe('pt-BR');
  expect(text).toMatch(/^[A-Z0-9].*\.$/s);
  expect(text).not.toMatch(/undefined|null|NaN|\[object|\.\.|\d{4}-\d\d-\d\dT/);
});

it('leaves English and what it does not know to the API', () => {
  const unknown = { type: 'repasse.charge.sung.v1', details: {}, text: 'It was sung.' };

  expect(entryText(unknown, 'pt-BR', wording)).toEqual({ text: 'It was sung.', lang: 'en' });
  expect(entryText({ ...unknown, type: 'repasse.charge.expired.v1' }, 'en', wording).text).toBe('It was sung.');
});
