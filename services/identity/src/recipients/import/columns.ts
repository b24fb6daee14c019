/** The columns that a file may have: the fields of POST /recipients, those of a part behind its name. */
export const knownColumns = [
  ...(['email', 'kind', 'name', 'tradeName', 'document', 'telephone', 'birthDate', 'activity'] as const),
  ...(['address.street', 'address.number', 'address.complement', 'address.district', 'address.city'] as const),
  ...(['address.state', 'address.postalCode', 'externalReference'] as const),
  ...(['representative.name', 'representative.document', 'representative.birthDate'] as const),
] as const;

/** Without them no row can be taken. */
export const neededColumns = ['email', 'kind', 'name', 'document'] as const;

/** The body that POST /recipients would have. An empty cell is a field that was not sent. */
export const bodyOf = (header: readonly string[], cells: readonly string[]): Readonly<Record<string, unknown>> => {
  const body: Record<string, unknown> = {};
  const parts: Record<string, Record<string, string>> = {};
  header.forEach((column, at) => {
    const cell = cells[at] ?? '';
    if (cell === '') return;
    const [part = '', field] = column.split('.');
    if (field === undefined) body[part] = cell;
    else (parts[part] ??= {})[field] = cell;
  });
  return { ...body, ...parts };
};
