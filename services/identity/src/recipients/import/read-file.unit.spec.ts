import { readFile } from './read-file';

const faultless = () => [];

describe('a file as a Brazilian spreadsheet writes it', () => {
  const header =
    'E-mail;Tipo;Razão Social;CPF/CNPJ;Data de nascimento;CEP;Número;CPF do representante;Nascimento do representante';

  it('has the columns of the API, its days and its kinds', () => {
    const file = `\uFEFF${header}\r\nbia@loja.example;pj;Bia Ltda;12.ABC.345/01DE-35;;01305-000;100;390.533.447-05;01/02/1980\r\n`;

    expect(readFile(file, faultless).rows.map(({ body }) => body)).toEqual([
      {
        ...{ email: 'bia@loja.example', kind: 'COMPANY', name: 'Bia Ltda', document: '12.ABC.345/01DE-35' },
        address: { postalCode: '01305-000', number: '100' },
        representative: { document: '390.533.447-05', birthDate: '1980-02-01' },
      },
    ]);
  });

  it.each([
    ['Pessoa Física', '21/04/1990', 'PERSON', '1990-04-21'],
    ['PF', '1/4/1990', 'PERSON', '1990-04-01'],
    ['PERSON', '1990-04-21', 'PERSON', '1990-04-21'],
    ['sócio', '21-04-90', 'sócio', '21-04-90'],
  ])('says %s and %s, and what is neither is left to the check of the body', (tipo, nascimento, kind, birthDate) => {
    const file = `email;Tipo;nome;cpf;nascimento\na@b.example;${tipo};Ana;529.982.247-25;${nascimento}\n`;

    expect(readFile(file, faultless).rows[0]?.body).toMatchObject({ kind, birthDate });
  });

  it('names no column twice, in whichever language', () => {
    const { faults } = readFile('email;kind;name;document;nome\na;b;c;d;e\n', faultless);

    expect(faults).toEqual([{ field: 'lines[1]', message: 'column 5 is there twice.' }]);
  });
});
