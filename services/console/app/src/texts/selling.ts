/** Texts of sellers: how they are registered, and the window that is theirs. */
export interface SellingTexts {
  readonly register: string;
  readonly import: string;
  readonly importAbout: string;
  readonly file: string;
  readonly importNow: string;
  readonly importRest: string;
  readonly refusedRows: (count: number) => string;
  readonly row: string;
  readonly column: string;
  readonly fault: string;
  readonly rows: string;
  readonly imported: (created: number, found: number, refused: number) => string;
  readonly verifyLater: string;
  readonly faultyFields: string;
  /** Names of fields that only this form has; others are those of the app. */
  readonly street: string;
  readonly houseNumber: string;
  readonly complement: string;
  readonly district: string;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  readonly representativeName: string;
  readonly representativeDocument: string;
  readonly representativeBirthDate: string;
  /** What to write in a field that was refused; by its name in the API. */
  readonly faults: Readonly<Record<string, string>>;
  readonly makeLink: string;
  readonly linkAbout: string;
  readonly linkOpens: string;
  /** As the seller reads it. */
  readonly window: string;
  /** As the merchant does. */
  readonly windowOf: string;
  readonly closeWindow: string;
  readonly backToSite: string;
  readonly windowEnded: string;
}

export const sellingInPortuguese: SellingTexts = {
  register: 'Cadastrar vendedor',
  import: 'Importar vendedores',
  importAbout:
    'Um arquivo CSV com até 1.000 linhas e cabeçalho: e-mail, tipo (PF ou PJ), nome, CPF/CNPJ e o que mais houver. Quem já está cadastrado é encontrado.',
  file: 'Arquivo CSV',
  importNow: 'Importar',
  importRest: 'Importar as outras linhas',
  refusedRows: (count) =>
    count === 1
      ? 'Uma linha tem um erro. Nada foi importado.'
      : `${String(count)} linhas têm erros. Nada foi importado.`,
  row: 'Linha',
  column: 'Coluna',
  fault: 'Erro',
  rows: 'Linhas recusadas',
  imported: (created, found, refused) =>
    `Cadastrados: ${String(created)}. Já conhecidos: ${String(found)}. Recusadas: ${String(refused)}.`,
  verifyLater: 'Para a verificação são necessários também telefone, endereço e data de nascimento ou representante.',
  faultyFields: 'Corrija os campos marcados. Nada foi cadastrado.',
  street: 'Rua',
  houseNumber: 'Número',
  complement: 'Complemento',
  district: 'Bairro',
  city: 'Cidade',
  state: 'UF',
  postalCode: 'CEP',
  representativeName: 'Nome do representante',
  representativeDocument: 'CPF do representante',
  representativeBirthDate: 'Nascimento do representante',
  faults: {
    email: 'Digite um e-mail, como ana@loja.example.',
    name: 'Digite o nome como nos documentos.',
    document: 'Digite um CPF de pessoa ou um CNPJ de empresa cujos dígitos confiram.',
    telephone: 'Digite +55, DDD e número, como +55 11 98765-4321.',
    birthDate: 'Digite uma data.',
    'address.street': 'Digite a rua.',
    'address.number': 'Digite o número, ou S/N.',
    'address.district': 'Digite o bairro.',
    'address.city': 'Digite a cidade.',
    'address.state': 'Digite duas letras, como SP.',
    'address.postalCode': 'Digite um CEP, como 01305-000.',
    'representative.name': 'Digite o nome do representante.',
    'representative.document': 'Digite um CPF cujos dígitos confiram.',
    'representative.birthDate': 'Digite uma data.',
  },
  makeLink: 'Criar link da janela do vendedor',
  linkAbout:
    'Entregue este link só ao vendedor. Ele abre uma vez, mostra saldo, recebíveis, saques e destinos por até uma hora, e não altera nada.',
  linkOpens: 'Pode ser aberto até',
  window: 'Seus recebimentos',
  windowOf: 'Janela do vendedor',
  closeWindow: 'Fechar',
  backToSite: 'Voltar ao site',
  windowEnded: 'Esta janela terminou. Volte ao site em que você a abriu e peça outro endereço.',
};

export const sellingInEnglish: SellingTexts = {
  register: 'Register a seller',
  import: 'Import sellers',
  importAbout:
    'A CSV file of up to 1,000 rows with a header: email, kind (PERSON or COMPANY), name, document, and what else there is. Whoever is registered is found.',
  file: 'CSV file',
  importNow: 'Import',
  importRest: 'Import the other rows',
  refusedRows: (count) =>
    count === 1
      ? 'One row has a fault. Nothing was imported.'
      : `${String(count)} rows have faults. Nothing was imported.`,
  row: 'Row',
  column: 'Column',
  fault: 'Fault',
  rows: 'Refused rows',
  imported: (created, found, refused) =>
    `Registered: ${String(created)}. Known before: ${String(found)}. Refused: ${String(refused)}.`,
  verifyLater: 'A verification also needs telephone, address, and birth date or representative.',
  faultyFields: 'Correct the marked fields. Nothing was registered.',
  street: 'Street',
  houseNumber: 'Number',
  complement: 'Complement',
  district: 'District',
  city: 'City',
  state: 'State',
  postalCode: 'Postal code',
  representativeName: 'Representative’s name',
  representativeDocument: 'Representative’s CPF',
  representativeBirthDate: 'Representative’s birth date',
  faults: {
    email: 'Type an e-mail, such as ana@loja.example.',
    name: 'Type the name as documents have it.',
    document: 'Type the CPF of a person or the CNPJ of a company whose check digits hold.',
    telephone: 'Type +55, area code and number, such as +55 11 98765-4321.',
    birthDate: 'Type a date.',
    'address.street': 'Type the street.',
    'address.number': 'Type the number, or S/N.',
    'address.district': 'Type the district.',
    'address.city': 'Type the city.',
    'address.state': 'Type two letters, such as SP.',
    'address.postalCode': 'Type a CEP, such as 01305-000.',
    'representative.name': 'Type the representative’s name.',
    'representative.document': 'Type a CPF whose check digits hold.',
    'representative.birthDate': 'Type a date.',
  },
  makeLink: 'Make a link to the seller’s window',
  linkAbout:
    'Give this link to the seller alone. It opens once, shows balance, receivables, payouts and destinations for an hour at most, and changes nothing.',
  linkOpens: 'May be opened until',
  window: 'Your payouts',
  windowOf: 'The seller’s window',
  closeWindow: 'Close',
  backToSite: 'Back to the site',
  windowEnded: 'This window has ended. Go back to the site where you opened it, and ask for another address.',
};
