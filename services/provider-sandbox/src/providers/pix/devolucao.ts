import { formatMinor, sumMinor } from '@repasse/values/money';
import { newPaymentId } from './payment-id';
import { type Violation } from './problem';

/** A devolução as the PSP keeps it. */
export interface Devolucao {
  readonly id: string;
  /** Its id between the banks. */
  readonly rtrId: string;
  readonly amountMinor: number;
  readonly descricao: string | null;
  /** ORIGINAL when left out: the merchant asked for it. The others are the banks' own. */
  readonly natureza?: 'ORIGINAL' | 'MED_OPERACIONAL' | 'MED_FRAUDE' | 'MED_PIX_AUTOMATICO';
  readonly status: 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';
  readonly motivo: string | null;
  readonly requestedAt: string;
  readonly settledAt: string | null;
  readonly dueAt: string | null;
}

/** The part of a payment that decides on a devolução. */
interface ReturnablePix {
  readonly amountMinor: number;
  readonly receivedAt: string;
  readonly devolucoes?: readonly Devolucao[] | null;
}

export type DevolucaoTerms = Pick<Devolucao, 'amountMinor' | 'descricao'>;

type DevolucaoDecision =
  | { readonly kind: 'requested' | 'repeated'; readonly devolucao: Devolucao }
  | { readonly kind: 'invalid'; readonly violations: readonly Violation[] };

/** Counted from the settlement of the payment. */
const windowMs = 90 * 86_400_000;

/**
 * Gives money back once for one id. The same id with the same terms is answered as it was; what was not carried out
 * gave nothing back, and its id stays used.
 */
export const requestDevolucao = (
  pix: ReturnablePix,
  id: string,
  terms: DevolucaoTerms,
  at: { readonly now: Date; readonly dueAt: string },
): DevolucaoDecision => {
  const existing = pix.devolucoes ?? [];
  const same = existing.find((devolucao) => devolucao.id === id);
  if (same !== undefined)
    return isSame(same, terms)
      ? { kind: 'repeated', devolucao: same }
      : invalid('O id da devolução já foi utilizado para este e2eid.', 'devolucao.id');

  const given = sumMinor(existing.filter(isCounted).map(({ amountMinor }) => amountMinor));
  if (given + terms.amountMinor > pix.amountMinor)
    return invalid('O valor das devoluções excede o valor do Pix.', 'devolucao.valor');
  if (at.now.getTime() - Date.parse(pix.receivedAt) > windowMs)
    return invalid('O prazo de 90 dias para a devolução expirou.', 'pix.horario');
  const devolucao: Devolucao = {
    ...terms,
    id,
    rtrId: newPaymentId('D', at.now),
    status: 'EM_PROCESSAMENTO',
    motivo: null,
    requestedAt: at.now.toISOString(),
    settledAt: null,
    dueAt: at.dueAt,
  };
  return { kind: 'requested', devolucao };
};

/** Ends a devolução that is under way; undefined when it has ended already. */
export const decideDevolucao = (devolucao: Devolucao, isSettled: boolean, now: string): Devolucao | undefined => {
  if (devolucao.status !== 'EM_PROCESSAMENTO') return undefined;
  return isSettled
    ? { ...devolucao, status: 'DEVOLVIDO', settledAt: now, dueAt: null }
    : { ...devolucao, status: 'NAO_REALIZADO', motivo: 'Conta do usuário pagador encerrada', dueAt: null };
};

/** In the words of API Pix. */
export const toDevolucaoObject = (devolucao: Devolucao): object => ({
  id: devolucao.id,
  rtrId: devolucao.rtrId,
  valor: formatMinor(devolucao.amountMinor),
  natureza: devolucao.natureza ?? 'ORIGINAL',
  ...(devolucao.descricao === null ? {} : { descricao: devolucao.descricao }),
  horario: {
    solicitacao: devolucao.requestedAt,
    ...(devolucao.settledAt === null ? {} : { liquidacao: devolucao.settledAt }),
  },
  status: devolucao.status,
  ...(devolucao.motivo === null ? {} : { motivo: devolucao.motivo }),
});

const isSame = (devolucao: Devolucao, { amountMinor, descricao }: DevolucaoTerms): boolean =>
  devolucao.amountMinor === amountMinor && devolucao.descricao === descricao;

const isCounted = ({ status }: Devolucao): boolean => status !== 'NAO_REALIZADO';

const invalid = (razao: string, propriedade: string): DevolucaoDecision => ({
  kind: 'invalid',
  violations: [{ razao, propriedade }],
});
