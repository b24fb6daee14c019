import { randomUUID } from 'node:crypto';
import { formatMinor, parseDecimal } from '@repasse/values/money';
import { type Cob, type CobTerms, locationOf, termsOf } from '../providers/pix/cob';
import { decideDevolucao, type Devolucao } from '../providers/pix/devolucao';
import { withDevolucao } from '../providers/pix/give-back';
import { newPaymentId } from '../providers/pix/payment-id';
import { type PixReceived } from '../providers/pix/pix';
import { accountId, giveBackSent, type SentPix } from '../providers/pix/sent/sent-pix';
import { newCob } from '../providers/pix/write-cob';
import { createSignedTokens } from '../providers/signed-tokens';
import { simulateProviders } from './simulated-providers';

type RefundStatus = Devolucao['status'];

interface ListedRefund extends Pick<Devolucao, 'id' | 'status'> {
  readonly valor: string;
}

/** The simulated bank of one account, with what only the bank and the payers do. Amounts are as API Pix writes them. */
export interface PixBank {
  readonly url: string;
  cob(txid: string): Promise<(Pick<Cob, 'status'> & CobTerms & { readonly location: string }) | undefined>;
  /** Makes a charge without a request. */
  book(txid: string, original: string): Promise<void>;
  /** Pays a charge, whatever has become of it, in full unless a value is given; answers the endToEndId. */
  pay(txid: string, given?: { readonly valor?: string; readonly horario?: string }): Promise<string>;
  /** The bank removes a charge by itself. */
  remove(txid: string): Promise<void>;
  /** Money comes to the account without a charge. */
  receive(pix: Pick<PixReceived, 'endToEndId'> & { txid?: string; valor: string; horario: string }): Promise<void>;
  /** The outcome of refunds from now on, and of those under way; EM_PROCESSAMENTO keeps them there. */
  refundsBecome(status: RefundStatus): Promise<void>;
  /** The payer's bank takes money back by itself. */
  takeBack(
    endToEndId: string,
    devolucao: Partial<Pick<Devolucao, 'id' | 'natureza' | 'status'>> & { valor?: string },
  ): Promise<void>;
  endRefund(endToEndId: string, id: string, status: Exclude<RefundStatus, 'EM_PROCESSAMENTO'>): Promise<void>;
  refundsOf(endToEndId: string): Promise<readonly ListedRefund[]>;
  /** What the account can send from now on, in reais. */
  haveFunds(valor: string): Promise<void>;
  /** What becomes of PIX that is sent, and of that under way; `pending` keeps it there. */
  sendsBecome(outcome: 'settled' | 'failed' | 'pending'): Promise<void>;
  /** Sent PIX under our id; undefined when the bank has none. */
  sent(idEnvio: string): Promise<SentPix | undefined>;
  sentCount(): Promise<number>;
  /** The receiver's bank sends some of it back. */
  sendBack(idEnvio: string, valor: string, reason?: string): Promise<void>;
  webhookOf(chave: string): Promise<string | undefined>;
  /** Knows none of the tokens it gave any more. */
  forgetTokens(): void;
  readonly stop: () => Promise<void>;
}

export interface PixAccount {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly chave: string;
}

const outcomes = { DEVOLVIDO: 'settled', NAO_REALIZADO: 'failed', EM_PROCESSAMENTO: 'pending' } as const;
const expiracaoSeconds = 3_600;
const receivedAtDefault = '2026-11-21T12:03:10.358Z';

/** Receipts are numbered across all banks of a test run, as endToEndIds are unique in the world. */
let receiptsGiven = 0;
const newEndToEndId = (): string => `E12345678202611211203${String(++receiptsGiven).padStart(11, '0')}`;

export const startPixBank = async ({ clientId, clientSecret, chave }: PixAccount): Promise<PixBank> => {
  const { psp, refunds, sweeper, clock, url, stop } = await simulateProviders({
    PIX_CLIENT_ID: clientId,
    PIX_CLIENT_SECRET: clientSecret,
  });
  const chargeOf = async (txid: string): Promise<Cob> => known(await psp.cobs.find(txid), txid);
  const receiptOf = async (endToEndId: string): Promise<PixReceived> =>
    known(await psp.pix.find(endToEndId), endToEndId);
  const refundsBecome = async (status: RefundStatus): Promise<void> => {
    await refunds.set({ pix: { outcome: outcomes[status], delayMs: 0 } });
    sweeper.wake();
  };
  await refundsBecome('DEVOLVIDO');

  return {
    url: `${url}/pix`,
    refundsBecome,
    stop,
    cob: async (txid) => {
      const cob = await psp.cobs.find(txid);
      const location = locationOf(psp.locationHost, cob?.locationToken ?? '');
      return cob && { ...termsOf(cob), status: cob.status, location };
    },
    book: (txid, original) => {
      const terms = { calendario: { expiracao: expiracaoSeconds }, valor: { original }, chave };
      return psp.cobs.save(newCob(txid, terms, clock.now()));
    },
    pay: async (txid, { valor, horario = receivedAtDefault } = {}) => {
      const amountMinor = minorOf(valor ?? termsOf(await chargeOf(txid)).valor.original);
      const facts = { endToEndId: newEndToEndId(), txid, chave, amountMinor, payerMessage: null, receivedAt: horario };
      await psp.pix.settle({ pix: facts, isForced: true, callbackDueAt: horario });
      return facts.endToEndId;
    },
    remove: async (txid) => psp.cobs.save({ ...(await chargeOf(txid)), status: 'REMOVIDA_PELO_PSP' }),
    receive: ({ endToEndId, txid = null, valor, horario }) =>
      psp.pix.save({ endToEndId, txid, chave, amountMinor: minorOf(valor), payerMessage: null, receivedAt: horario }),
    takeBack: async (endToEndId, { valor, ...given }) => {
      const pix = await receiptOf(endToEndId);
      const [amountMinor, now] = [valor === undefined ? pix.amountMinor : minorOf(valor), clock.now()];
      const ids = { id: randomUUID().replaceAll('-', ''), rtrId: newPaymentId('D', now) };
      const times = { requestedAt: now.toISOString(), settledAt: now.toISOString(), dueAt: null };
      const devolucao = { ...ids, amountMinor, descricao: null, motivo: null, ...times, status: 'DEVOLVIDO' as const };
      await psp.pix.save(withDevolucao(pix, { ...devolucao, ...given }));
    },
    endRefund: async (endToEndId, id, status) => {
      const pix = await receiptOf(endToEndId);
      const refund = known(
        pix.devolucoes?.find((each) => each.id === id),
        id,
      );
      const ended = decideDevolucao(refund, status === 'DEVOLVIDO', clock.now().toISOString());
      await psp.pix.save(withDevolucao(pix, known(ended, id)));
    },
    refundsOf: async (endToEndId) =>
      ((await psp.pix.find(endToEndId))?.devolucoes ?? []).map(({ id, status, amountMinor }) => ({
        ...{ id, status, valor: formatMinor(amountMinor) },
      })),
    ...sendingOf({ psp, sweeper }),
    webhookOf: async (key) => (await psp.webhooks.find(key))?.webhookUrl,
    forgetTokens: () =>
      void Object.assign(psp, { tokens: createSignedTokens(randomUUID(), psp.tokens.ttlSeconds, clock) }),
  };
};

type Sending = Pick<PixBank, 'haveFunds' | 'sendsBecome' | 'sent' | 'sentCount' | 'sendBack'>;

const sendingOf = ({
  psp,
  sweeper,
}: Pick<Awaited<ReturnType<typeof simulateProviders>>, 'psp' | 'sweeper'>): Sending => ({
  haveFunds: (valor) => psp.account.save({ id: accountId, balanceMinor: minorOf(valor) }),
  sendsBecome: async (outcome) => {
    await psp.sends.set({ outcome, delayMs: 0 });
    sweeper.wake();
  },
  sent: (idEnvio) => psp.sent.find(idEnvio),
  sentCount: async () => (await psp.sent.list({}, { isNewestFirst: true, limit: 1_000 })).length,
  sendBack: async (idEnvio, valor, reason) => {
    const sent = known(await psp.sent.find(idEnvio), idEnvio);
    const given = { amountMinor: minorOf(valor), reason: reason ?? null, now: psp.clock.now() };
    await psp.sent.save(known(giveBackSent(sent, given), idEnvio));
  },
});

const known = <T>(found: T | undefined, id: string): T => {
  if (found === undefined) throw new Error(`The bank has nothing under ${id}.`);
  return found;
};

const minorOf = (valor: string): number => {
  const minor = parseDecimal(valor, 2);
  if (minor === undefined) throw new Error(`${valor} is no amount.`);
  return minor;
};
