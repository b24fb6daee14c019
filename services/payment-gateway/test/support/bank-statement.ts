import { type Answer, problem } from './bank-answer';
import { type Pix } from './bank-money-back';

export interface Statement {
  /** GET /pix. */
  list(query: URLSearchParams): Answer;
  /** No page has more than this, whatever is asked for. */
  pageBy(items: number): void;
  /** Money that came to the account without a charge. */
  receive(pix: Omit<Pix, 'txid'> & { readonly txid?: string }): void;
  /** Changes what the list has. */
  tamper(tampering: ((pix: Pix) => readonly Partial<Pix>[]) | undefined): void;
}

/** What the bank says it received, by when it did. */
export const createStatement = (received: () => readonly Pix[]): Statement => {
  const others: Partial<Pix>[] = [];
  const honest = (pix: Pix): readonly Partial<Pix>[] => [pix];
  let tampering = honest;
  let pageItemsMax = 1_000;
  return {
    list: (query) => {
      const [from, to] = [query.get('inicio') ?? '', query.get('fim') ?? ''];
      if (Number.isNaN(Date.parse(from)) || Number.isNaN(Date.parse(to))) return problem(400, 'PixConsultaInvalida');
      const pageItems = Math.min(pageItemsMax, Number(query.get('paginacao.itensPorPagina') ?? 100));
      const page = Number(query.get('paginacao.paginaAtual') ?? 0);
      const all = [...received().flatMap(tampering), ...others].filter(
        ({ horario = '' }) => horario >= from && horario <= to,
      );
      const paginacao = {
        paginaAtual: page,
        itensPorPagina: pageItems,
        quantidadeDePaginas: Math.max(1, Math.ceil(all.length / pageItems)),
        quantidadeTotalDeItens: all.length,
      };
      const pix = all.slice(page * pageItems, (page + 1) * pageItems);
      return { status: 200, body: { parametros: { inicio: from, fim: to, paginacao }, pix } };
    },
    pageBy: (items) => {
      pageItemsMax = items;
    },
    receive: (pix) => void others.push(pix),
    tamper: (next = honest) => {
      tampering = next;
    },
  };
};
