import { type Texts } from './shape.ts';

interface ImportFaults {
  /** What the API says of a whole row or file, and how it is said here. */
  readonly ofFile: readonly (readonly [said: RegExp, text: string])[];
  /** Of a cell, by its column, beside what the form for one seller says of the same field. */
  readonly ofCell: Readonly<Record<string, string>>;
  readonly notForKind: string;
  readonly missing: string;
}

/** The API's own words are English, and stay so. */
export const importFaults: Readonly<Partial<Record<Texts['locale'], ImportFaults>>> = {
  'pt-BR': {
    ofFile: [
      [/^has (\d+) cells and not (\d+)\.$/, 'A linha tem $1 células, e o cabeçalho tem $2.'],
      [/^has more columns than the (\d+) there are\.$/, 'Há mais colunas que as $1 que existem.'],
      [/^column (\d+) is none of (.+)\.$/, 'A coluna $1 não é conhecida. As colunas são: $2.'],
      [/^column (\d+) is there twice\.$/, 'A coluna $1 está repetida.'],
      [/^needs (.+)\.$/, 'Falta a coluna $1.'],
      [/^has no row behind its header\.$/, 'Não há linhas depois do cabeçalho.'],
      [/^has more than (\d+) rows\.$/, 'Há mais de $1 linhas. Divida o arquivo.'],
      [/^is behind the first (\d+) cells\.$/, 'O arquivo tem mais de $1 células. Divida-o.'],
      [/^has a quote that is not closed\.$/, 'Uma aspa é aberta e não é fechada.'],
      [/^has a quote in a cell that does not begin with one\.$/, 'Há uma aspa no meio de uma célula.'],
      [/^has text behind a closing quote\.$/, 'Há texto depois de uma aspa que fecha.'],
    ],
    ofCell: {
      kind: 'Escreva PF ou PJ.',
      tradeName: 'Até 120 caracteres.',
      activity: 'Até 120 caracteres.',
      externalReference: 'Até 100 caracteres.',
      'address.complement': 'Até 120 caracteres.',
      representative: 'Uma empresa precisa de nome, CPF e nascimento do representante.',
      address: 'Complete o endereço: rua, número, bairro, cidade, UF e CEP.',
    },
    notForKind: 'Não se usa neste tipo de cadastro: data de nascimento é de pessoa, representante é de empresa.',
    missing: 'Falta preencher.',
  },
};
