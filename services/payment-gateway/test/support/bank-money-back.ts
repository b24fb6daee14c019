import { type Answer, problem } from './bank-answer';

export interface Devolucao {
  readonly id: string;
  readonly rtrId: string;
  readonly valor: string;
  readonly natureza: string;
  readonly horario: { solicitacao: string; liquidacao?: string };
  status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  motivo?: string;
}

export interface Pix {
  readonly endToEndId: string;
  readonly txid: string;
  readonly valor: string;
  readonly horario: string;
  devolucoes?: Devolucao[];
}

export interface MoneyBack {
  /** `key` is `<endToEndId>/<id>`. */
  put(key: string, text: string): Answer;
  get(key: string): Answer;
  /** What becomes of refunds that are asked for from now on; EM_PROCESSAMENTO leaves them for `settle`. */
  become(status: Devolucao['status']): void;
  settle(endToEndId: string, id: string, status: 'DEVOLVIDO' | 'NAO_REALIZADO'): void;
  /** The payer's bank takes money back by itself. */
  takeBack(endToEndId: string, devolucao: Partial<Devolucao>): void;
  of(endToEndId: string): readonly Devolucao[];
}

/** Refunds are numbered across all banks of a test run, as rtrIds are unique in the world. */
let refundsGiven = 0;

/** The bank's part in giving money back. A used id is refused, as some banks do; others would repeat their answer. */
export const createMoneyBack = (find: (endToEndId: string) => Pix | undefined): MoneyBack => {
  let statusNext: Devolucao['status'] = 'DEVOLVIDO';
  const of = (endToEndId: string): readonly Devolucao[] => find(endToEndId)?.devolucoes ?? [];
  const add = (pix: Pix, given: Partial<Devolucao>): Devolucao => {
    const devolucao: Devolucao = {
      id: `bank${++refundsGiven}`,
      rtrId: `D12345678202611211500${String(refundsGiven).padStart(11, '0')}`,
      valor: pix.valor,
      natureza: 'ORIGINAL',
      horario: { solicitacao: '2026-11-21T15:00:00.000Z', liquidacao: '2026-11-21T15:00:05.000Z' },
      status: statusNext,
      ...(statusNext === 'NAO_REALIZADO' ? { motivo: 'Saldo insuficiente.' } : {}),
      ...given,
    };
    pix.devolucoes = [...(pix.devolucoes ?? []), devolucao];
    return devolucao;
  };

  return {
    of,
    put: (key, text) => {
      const [endToEndId = '', id = ''] = key.split('/');
      const pix = find(endToEndId);
      if (pix === undefined) return problem(404, 'PixNaoEncontrado');
      const { valor } = JSON.parse(text) as { valor: string };
      const isUsed = of(endToEndId).some((each) => each.id === id);
      if (isUsed || centavos(valor) > leftOf(pix)) return problem(400, 'PixDevolucaoInvalida');
      return { status: 201, body: add(pix, { id, valor }) };
    },
    get: (key) => {
      const [endToEndId = '', id = ''] = key.split('/');
      const devolucao = of(endToEndId).find((each) => each.id === id);
      return devolucao === undefined ? problem(404, 'PixDevolucaoNaoEncontrada') : { status: 200, body: devolucao };
    },
    become: (status) => {
      statusNext = status;
    },
    settle: (endToEndId, id, status) => {
      const devolucao = of(endToEndId).find((each) => each.id === id);
      if (devolucao === undefined) throw new Error(`The bank has no refund ${id}.`);
      devolucao.status = status;
    },
    takeBack: (endToEndId, devolucao) => {
      const pix = find(endToEndId);
      if (pix === undefined) throw new Error(`The bank has no payment ${endToEndId}.`);
      add(pix, devolucao);
    },
  };
};

const leftOf = (pix: Pix): number =>
  (pix.devolucoes ?? [])
    .filter(({ status }) => status !== 'NAO_REALIZADO')
    .reduce((left, { valor }) => left - centavos(valor), centavos(pix.valor));

const centavos = (valor: string): number => Number(valor.replace('.', ''));
