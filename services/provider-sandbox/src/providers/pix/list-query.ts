import { type Request } from 'express';
import { queryNumber, queryText } from '../request';
import { type Violation } from './problem';

/** The parameters of every list of API Pix: a period and a page. */
interface ListQuery {
  readonly from: string;
  readonly to: string;
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
}

const pageItemsDefault = 100;
const pageItemsMax = 1_000;

/** RFC 3339: a time without an offset could mean any of Brazil's four zones. */
const timestampPattern = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

export const readListQuery = (request: Request, isPeriodRequired = true): ListQuery | readonly Violation[] => {
  const violations: Violation[] = [];
  const time = (name: string, fallback: string): string => {
    const value = queryText(request, name) ?? (isPeriodRequired ? '' : fallback);
    const isValid = timestampPattern.test(value) && !Number.isNaN(Date.parse(value));
    if (!isValid) violations.push(broken(name, value));
    return isValid ? new Date(value).toISOString() : fallback;
  };
  const whole = (name: string, bounds: { byDefault: number; min?: number; max?: number }): number => {
    const value = queryNumber(request, name, bounds);
    if (value === undefined) violations.push(broken(name, queryText(request, name) ?? ''));
    return value ?? bounds.byDefault;
  };

  const from = time('inicio', '1970-01-01T00:00:00.000Z');
  const to = time('fim', '9999-12-31T23:59:59.999Z');
  const page = whole('paginacao.paginaAtual', { byDefault: 0 });
  const pageItems = whole('paginacao.itensPorPagina', { byDefault: pageItemsDefault, min: 1, max: pageItemsMax });
  if (to < from) violations.push({ razao: 'O timestamp fim é anterior ao timestamp inicio.', propriedade: 'fim' });
  return violations.length > 0 ? violations : { from, to, page, limit: pageItems, offset: page * pageItems };
};

export const isViolations = (query: ListQuery | readonly Violation[]): query is readonly Violation[] =>
  Array.isArray(query);

/** `parametros` of the answer: what was asked, and how much there is. */
export const describeParameters = (query: ListQuery, totalItems: number): object => ({
  inicio: query.from,
  fim: query.to,
  paginacao: {
    paginaAtual: query.page,
    itensPorPagina: query.limit,
    quantidadeDePaginas: Math.max(1, Math.ceil(totalItems / query.limit)),
    quantidadeTotalDeItens: totalItems,
  },
});

const broken = (name: string, value: string): Violation => ({
  razao: `O parâmetro ${name} não respeita o schema.`,
  propriedade: name,
  valor: value.slice(0, 100),
});
