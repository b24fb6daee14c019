import { type Receiver } from '../../../payouts/domain/receiver';
import { type PayoutRequest } from '../../payout-provider';

const withdrawalIdPrefix = 'wd_';

/**
 * The name of a payout at the bank is the withdrawal's own ULID: whatever was lost on the way, it is never sent under
 * another, so the bank never has it twice.
 */
export const idEnvioOf = ({ payoutId }: Pick<PayoutRequest, 'payoutId'>): string =>
  payoutId.slice(withdrawalIdPrefix.length);

/** The payout of such a name; undefined where it cannot be one of ours. */
export const payoutIdOf = (idEnvio: string): string | undefined =>
  /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(idEnvio) ? withdrawalIdPrefix + idEnvio : undefined;

/** The body of PUT /gn/pix/{idEnvio}. The holder's document is always there: the bank compares it with the key's. */
export const sendRequest = (payAmount: string, payerKey: string, receiver: Receiver) => ({
  valor: payAmount,
  pagador: { chave: payerKey },
  favorecido: favorecidoOf(receiver),
});

const favorecidoOf = ({ pixKey, bankAccount, holder }: Receiver): object => {
  const { document } = holder;
  const identified = document.length === 11 ? { cpf: document } : { cnpj: document };
  if (pixKey !== null) return { chave: pixKey.key, ...identified };
  if (bankAccount === null) throw new Error('A receiver has neither key nor account.');
  const { ispb, branch, account, accountType } = bankAccount;
  return {
    contaBanco: {
      nome: holder.name,
      ...identified,
      codigoBanco: ispb,
      agencia: branch,
      conta: account,
      tipoConta: accountTypes[accountType],
    },
  };
};

const accountTypes = { CHECKING: 'cacc', SAVINGS: 'svgs', PAYMENT: 'tran' } as const;
