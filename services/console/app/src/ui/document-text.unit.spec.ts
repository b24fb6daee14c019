import { documentText } from './document-text.ts';

it.each([
  ['10000004006', '100.000.040-06'],
  ['12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['***.456.789-**', '***.456.789-**'],
  ['', ''],
])('writes %s as %s', (document, text) => {
  expect(documentText(document)).toBe(text);
});
