import { foldedName } from '../legal-data';

/**
 * The columns that a file may have, and what Brazil calls them: the fields of POST /recipients, those of a part behind its
 * name. Portuguese names are compared without accents, in any case.
 */
const namesOfColumns = {
  email: ['e-mail'],
  kind: ['tipo', 'tipo de pessoa'],
  name: ['nome', 'nome completo', 'razao social'],
  tradeName: ['nome fantasia'],
  document: ['documento', 'cpf', 'cnpj', 'cpf/cnpj', 'cpf ou cnpj'],
  telephone: ['telefone', 'celular'],
  birthDate: ['data de nascimento', 'nascimento'],
  activity: ['atividade'],
  'address.street': ['logradouro', 'rua', 'endereco'],
  'address.number': ['numero'],
  'address.complement': ['complemento'],
  'address.district': ['bairro'],
  'address.city': ['cidade', 'municipio'],
  'address.state': ['uf', 'estado'],
  'address.postalCode': ['cep'],
  externalReference: ['referencia', 'codigo'],
  'representative.name': ['representante', 'nome do representante'],
  'representative.document': ['cpf do representante'],
  'representative.birthDate': ['nascimento do representante', 'data de nascimento do representante'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const knownColumns = Object.keys(namesOfColumns);

/** Without them no row can be taken. */
export const neededColumns = ['email', 'kind', 'name', 'document'] as const;

const columnsByName: ReadonlyMap<string, string> = new Map(
  Object.entries(namesOfColumns).flatMap(([column, names]) => names.map((name) => [name, column] as const)),
);

/** The API's name of a column; what is none stays as it is. */
export const columnOf = (written: string): string => columnsByName.get(foldedName(written)) ?? written;

/** The body that POST /recipients would have. An empty cell is a field that was not sent. */
export const bodyOf = (header: readonly string[], cells: readonly string[]): Readonly<Record<string, unknown>> => {
  const body: Record<string, unknown> = {};
  const parts: Record<string, Record<string, string>> = {};
  header.forEach((column, at) => {
    const cell = valueOf(column, cells[at] ?? '');
    if (cell === '') return;
    const [part = '', field] = column.split('.');
    if (field === undefined) body[part] = cell;
    else (parts[part] ??= {})[field] = cell;
  });
  return { ...body, ...parts };
};

/** As Brazil writes a day, and what it calls the kinds; anything else is left to the check of the body. */
const valueOf = (column: string, cell: string): string => {
  if (column === 'kind') return kinds.get(foldedName(cell)) ?? cell;
  return column.endsWith('irthDate') ? dayOf(cell) : cell;
};

/** A spreadsheet leaves leading zeros out. */
const dayOf = (cell: string): string => {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(cell) ?? [];
  if (day === undefined || month === undefined || year === undefined) return cell;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

const kinds: ReadonlyMap<string, string> = new Map([
  ...['pf', 'pessoa fisica', 'fisica', 'person'].map((name) => [name, 'PERSON'] as const),
  ...['pj', 'pessoa juridica', 'juridica', 'company'].map((name) => [name, 'COMPANY'] as const),
]);
