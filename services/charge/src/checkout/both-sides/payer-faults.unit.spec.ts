import { payerFaults } from './payer-faults';

const ana = { name: 'Ana Lima', email: 'ana@example.com', document: '529.982.247-25' };

describe('what a payer typed', () => {
  it.each([[ana], [{ ...ana, document: '12.abc.345/01de-35' }], [{ ...ana, email: ' ana@example.com ' }]])(
    '%j can be sent',
    (typed) => {
      expect([...payerFaults(typed)]).toEqual([]);
    },
  );

  it.each([
    [{ ...ana, name: ' A ' }, [['name', 'nameMissing']]],
    [{ ...ana, email: 'ana@example' }, [['email', 'emailInvalid']]],
    [{ ...ana, document: '529.982.247-24' }, [['document', 'documentInvalid']]],
    [
      { name: '', email: '', document: '' },
      [
        ['name', 'nameMissing'],
        ['email', 'emailInvalid'],
        ['document', 'documentInvalid'],
      ],
    ],
  ])('%j is told what is wrong, from the first field on', (typed, faults) => {
    expect([...payerFaults(typed)]).toEqual(faults);
  });
});
