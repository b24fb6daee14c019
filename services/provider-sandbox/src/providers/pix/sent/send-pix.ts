import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { formatMinor } from '@repasse/values/money';
import { changeDocument, commit, unchanged } from '../../../callbacks/commit';
import { type CallbackMessage } from '../../../callbacks/callback';
import { dueDocuments, type DueWork } from '../../../sweeper';
import { param } from '../../request';
import { type Psp, type PspEndpoint } from '../psp';
import { accountId, endSent, newSentPix, type SentPix, toSentCallback } from './sent-pix';
import { readSentTerms, refuseSent, type SentRefusal, whyNotTheirs } from './sent-rules';

const idPattern = /^[a-zA-Z0-9]{1,35}$/;

/** PUT /gn/pix/{idEnvio} -> 201, under way. The same id again is refused: who asks has to read what became of it. */
export const sendPix: PspEndpoint = async (psp, request) => {
  const idEnvio = param(request, 'idEnvio');
  if (!idPattern.test(idEnvio)) return refuseSent('id_envio_invalido');
  const terms = readSentTerms(request.body);
  const answer = await commit(psp, psp.sent, async (tx) => {
    // The account is locked first, so that two requests of one id are decided one after the other.
    const account = await psp.account.lock(accountId, tx);
    if (account === undefined) throw new Error('The account has no balance.');
    if ((await psp.sent.find(idEnvio, tx)) !== undefined) return unchanged(refuseSent('id_envio_duplicado'));
    if (typeof terms === 'string') return unchanged(refuseSent(terms));
    const refusal = await whyNotSent(psp, terms, tx);
    if (refusal !== undefined) return unchanged(refuseSent(refusal));
    const balanceMinor = account.balanceMinor - terms.amountMinor;
    if (balanceMinor < 0) return unchanged(refuseSent('pagamento_negado'));
    await psp.account.save({ ...account, balanceMinor }, tx);
    const sent = newSentPix(idEnvio, terms, psp.clock.now(), psp.sends.get().delayMs);
    return { saved: [sent], result: { status: 201, body: acceptedOf(sent) } };
  });
  if (answer === undefined) throw new Error('Nothing was decided.');
  return answer;
};

const whyNotSent = async (
  psp: Psp,
  { payerKey, favorecido }: Pick<SentPix, 'payerKey' | 'favorecido'>,
  tx: Tx,
): Promise<SentRefusal | undefined> => {
  if ((await psp.webhooks.find(payerKey, tx)) === undefined) return 'webhook_nao_cadastrado';
  return whyNotTheirs(favorecido, 'chave' in favorecido ? await psp.keys.find(favorecido.chave, tx) : undefined);
};

const acceptedOf = ({ idEnvio, endToEndId, amountMinor, requestedAt, status }: SentPix): object => ({
  idEnvio,
  e2eId: endToEndId,
  valor: formatMinor(amountMinor),
  horario: { solicitacao: requestedAt },
  status,
});

/** What is sent ends by the sandbox's clock, and the paying key's webhook is called. */
export const dueSent = (psp: Psp): DueWork =>
  dueDocuments(
    'pix sent',
    psp.clock,
    // A change of the outcome wakes the sweeper.
    async (now, limit) =>
      psp.sends.get().outcome === 'pending' ? { rows: [], nextDueAt: null } : psp.sent.listDue(now, limit),
    ({ idEnvio }, now) =>
      changeDocument(psp, psp.sent, idEnvio, async (sent, tx) => {
        const ended = endSent(sent, psp.sends.get().outcome === 'settled', toIso(now));
        if (ended === undefined) return undefined;
        if (ended.status === 'NAO_REALIZADO') await credit(psp, sent.amountMinor, tx);
        return {
          saved: [ended],
          messages: await sentMessages(psp, ended, toSentCallback(ended), tx),
          result: undefined,
        };
      }),
  );

/** Money is on the account again. */
export const credit = async ({ account }: Psp, amountMinor: number, tx: Tx): Promise<void> => {
  const before = await account.lock(accountId, tx);
  if (before !== undefined) await account.save({ ...before, balanceMinor: before.balanceMinor + amountMinor }, tx);
};

export const sentMessages = async (
  { webhooks }: Psp,
  { payerKey }: SentPix,
  told: object,
  tx: Tx,
): Promise<CallbackMessage[]> => {
  const webhook = await webhooks.find(payerKey, tx);
  const body = JSON.stringify({ pix: [told] });
  return webhook === undefined ? [] : [{ provider: 'pix', address: webhook.callbackUrl, body }];
};
