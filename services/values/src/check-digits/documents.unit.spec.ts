import { isValidCnpj, isValidCpf } from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { documentOf, documentTypeOf, plainDocument } from './documents';

describe('a document', () => {
  it.each([
    ['529.982.247-25', 'CPF'],
    ['11144477735', 'CPF'],
    ['11.222.333/0001-81', 'CNPJ'],
    // The example the Receita Federal gives of a CNPJ with letters.
    ['12.ABC.345/01DE-35', 'CNPJ'],
    ['12abc34501de35', 'CNPJ'],
  ])('%s is a %s', (text, type) => expect(documentTypeOf(plainDocument(text))).toBe(type));

  it.each([
    '529.982.247-24',
    '111.111.111-11',
    '00.000.000/0000-00',
    '11.222.333/0001-82',
    '12.ABC.345/01DE-36',
    '12.ABC.345/01DE-3A',
    '5299822472',
    '',
    'ABCDEFGHIJK',
  ])('%s is none', (text) => {
    expect(documentTypeOf(plainDocument(text))).toBeUndefined();
    expect(documentOf(text)).toBeUndefined();
  });

  it('is kept without its punctuation, in capitals', () => {
    expect(documentOf(' 12.abc.345/01de-35')).toBe('12ABC34501DE35');
  });
});

/** Most that look like one are none, so the check digits are tried out, too. */
const near = (body: fc.Arbitrary<string>) =>
  body.map((text) => Array.from({ length: 100 }, (_, digits) => text + String(digits).padStart(2, '0')));
const digit = fc.constantFrom(...Array.from('0123456789'));
const sign = fc.constantFrom(...Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'));
const textOf = (one: fc.Arbitrary<string>, length: number) =>
  fc.array(one, { minLength: length, maxLength: length }).map((signs) => signs.join(''));

describe('against a library that others use', () => {
  it('the same CPFs are valid', () => {
    fc.assert(
      fc.property(near(textOf(digit, 9)), (documents) => {
        expect(documents.filter((each) => documentTypeOf(each) === 'CPF')).toEqual(documents.filter(isCpf));
      }),
    );
  });

  it('the same CNPJs are valid, with letters and without', () => {
    fc.assert(
      fc.property(near(fc.oneof(textOf(digit, 12), textOf(sign, 12))), (documents) => {
        expect(documents.filter((each) => documentTypeOf(each) === 'CNPJ')).toEqual(documents.filter(isCnpj));
      }),
    );
  });
});

const isCpf = (text: string): boolean => isValidCpf(text);
const isCnpj = (text: string): boolean => isValidCnpj(text, { version: 2 });
