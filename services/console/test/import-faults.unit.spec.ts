import { faultText } from '../app/src/screens/import-sellers/fault-text.ts';
import { en } from '../app/src/texts/en.ts';
import { pt } from '../app/src/texts/pt.ts';
import { cellsMax, readCsv } from '@repasse/values/read-csv';

const faultOf = (text: string): string => {
  const table = readCsv(text);
  if ('message' in table) return table.message;
  throw new Error('It has no fault.');
};

const ofFile = [
  faultOf('a,b\n"x'),
  faultOf('a,b\n"x"y,1'),
  faultOf('a,b\nx"y,1'),
  faultOf('a,'.repeat(cellsMax + 1)),
  'has 3 cells and not 4.',
  'has more columns than the 19 there are.',
  'column 2 is none of email, kind.',
  'column 5 is there twice.',
  'needs document.',
  'has no row behind its header.',
  'has more than 1000 rows.',
];

it.each(ofFile)('says of a file that it “%s” in Portuguese', (message) => {
  const text = faultText({ row: 1, column: '', message }, pt);

  expect(text).not.toBe(message);
  expect(text).toMatch(/^[A-ZÀ-Ú].*\.$/);
  expect(text).not.toContain('$');
});

it('says the same of a cell as the form for one seller', () => {
  expect(faultText({ row: 3, column: 'document', message: 'must be a CPF for a PERSON' }, pt)).toBe(
    pt.selling.faults['document'],
  );
});

it('says why a row contradicts what is known, by its code', () => {
  const row = { row: 3, column: '', message: 'In English.', code: 'recipient.document_differs' };

  expect(faultText(row, pt)).toBe(pt.problems.byCode['recipient.document_differs']);
});

it('leaves English to the API', () => {
  expect(faultText({ row: 3, column: 'document', message: 'must be a CPF' }, en)).toBe('must be a CPF');
});
