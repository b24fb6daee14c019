import { receiverDocumentText } from './document-text';

it.each([
  ['11222333000181', 'CNPJ 11.222.333/0001-81'],
  ['12ABC34501DE35', 'CNPJ 12.ABC.345/01DE-35'],
  ['52998224725', 'CPF ***.982.247-**'],
  ['something else', 'something else'],
])('%s is printed as %s', (document, text) => {
  expect(receiverDocumentText(document)).toBe(text);
});
