import { recipientOf } from './recipient-of.ts';

const needed = { email: 'ana@loja.example', kind: 'PERSON', name: 'Ana', document: '529.982.247-25' };

it('sends what is filled, and no part without a field', () => {
  const empty = { tradeName: '', birthDate: '', 'address.street': '', 'representative.name': '' };

  expect(recipientOf({ ...needed, ...empty })).toEqual(needed);
});

it('sends a part as soon as one of its fields is filled, so that the API says which are missing', () => {
  expect(recipientOf({ ...needed, 'address.city': 'São Paulo', 'address.state': '' })).toEqual({
    ...needed,
    address: { city: 'São Paulo' },
  });
});

it('leaves names alone that parts share with the whole', () => {
  const company = {
    ...needed,
    kind: 'COMPANY',
    'representative.name': 'Bia',
    'representative.birthDate': '1980-01-01',
  };

  expect(recipientOf(company)).toEqual({
    ...needed,
    kind: 'COMPANY',
    representative: { name: 'Bia', birthDate: '1980-01-01' },
  });
});
