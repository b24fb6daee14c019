/** API Pix 2.9.0: a charge for immediate payment, as its PSP keeps it. */
export type CobStatus = 'ATIVA' | 'CONCLUIDA' | 'REMOVIDA_PELO_USUARIO_RECEBEDOR' | 'REMOVIDA_PELO_PSP';

/** The terms that the merchant sets and may revise while the charge is ATIVA. */
export interface CobTerms {
  readonly calendario: { readonly expiracao: number };
  readonly valor: { readonly original: string };
  readonly chave: string;
  readonly devedor?: { readonly cpf?: string; readonly cnpj?: string; readonly nome: string };
  readonly solicitacaoPagador?: string;
  readonly infoAdicionais?: readonly { readonly nome: string; readonly valor: string }[];
}

export interface Cob {
  readonly txid: string;
  readonly status: CobStatus;
  readonly criacao: string;
  /** Every revision, the latest last: GET /cob/{txid}?revisao= shows any of them. */
  readonly revisions: readonly CobTerms[];
  /** The payments it got. */
  readonly endToEndIds: readonly string[];
  readonly locationId: number;
  readonly locationToken: string;
}

export const revisaoOf = ({ revisions }: Cob): number => revisions.length - 1;

export const termsOf = ({ revisions }: Cob, revisao = revisions.length - 1): CobTerms => {
  const terms = revisions[revisao];
  if (terms === undefined) throw new Error(`A charge has no revision ${revisao}.`);
  return terms;
};

/** Being expired is no status of the record: it stays ATIVA, and everyone has to compute this for themselves. */
export const expiresAt = (criacao: string, expiracaoSeconds: number): Date =>
  new Date(Date.parse(criacao) + expiracaoSeconds * 1_000);

/** Where the payer's bank fetches the charge. Without a scheme, as the BR Code wants it. */
export const locationOf = (host: string, token: string): string => `${host}/qr/v2/${token}`;
