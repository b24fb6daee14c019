import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import { type Answer, problem } from './bank-answer';
import { createMoneyBack, type MoneyBack, type Pix } from './bank-money-back';
import { createStatement, type Statement } from './bank-statement';

export type Operation =
  | 'token'
  | 'put_cob'
  | 'get_cob'
  | 'patch_cob'
  | 'put_webhook'
  | 'put_devolucao'
  | 'get_devolucao'
  | 'list_pix';

export interface Cob {
  readonly txid: string;
  status: string;
  original: string;
  readonly criacao: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly pix: Pix[];
}

/** Changes what the bank says of a charge, after it was put together honestly. */
export type Tampering = (cob: Record<string, unknown>) => Record<string, unknown>;

export interface Books {
  readonly cobs: ReadonlyMap<string, Cob>;
  readonly webhooks: ReadonlyMap<string, string>;
  /** An honest bank's actions and answers. */
  answer(operation: Operation, key: string, authorization: string, text: string): Answer;
  tamper(tampering: Tampering | undefined): void;
  /** Puts a charge into the books without an answer to its caller. */
  book(txid: string, original: string): void;
  /** Answers the endToEndId. */
  pay(txid: string, o?: { valor?: string; endToEndId?: string; horario?: string }): string;
  remove(txid: string): void;
  readonly money: MoneyBack;
  readonly statement: Statement;
  /** Forgets every token it gave, as a bank that restarts does. */
  forgetTokens(): void;
}

export const bankClientId = 'gateway';
export const bankClientSecret = 'a-secret-for-the-bank';
/** It is never fetched here, and the library that checks the codes takes no ports in it. */
export const locationBase = 'bank.example.com/qr/v2';

/** Receipts are numbered across all banks of a test run, as endToEndIds are unique in the world. */
let receiptsGiven = 0;
const newEndToEndId = (): string => `E12345678202611211203${String(++receiptsGiven).padStart(11, '0')}`;

/** As much of the BCB's API Pix as the gateway uses. */
export const createBooks = (): Books => {
  const { put, get, patch, ...charges } = createCharges();
  const webhooks = new Map<string, string>();
  const received = (): Pix[] => [...charges.cobs.values()].flatMap(({ pix }) => pix);
  const money = createMoneyBack((endToEndId) => received().find((each) => each.endToEndId === endToEndId));
  const statement = createStatement(received);
  const tokens = new Set<string>();
  let tokensGiven = 0;

  const grant = (authorization: string): Answer => {
    if (authorization !== expectedAuthorization) return { status: 401, body: { error: 'invalid_client' } };
    const token = `token-${++tokensGiven}`;
    tokens.add(token);
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 3600 } };
  };
  const handlers: Readonly<Record<Exclude<Operation, 'token'>, (key: string, text: string) => Answer>> = {
    put_cob: put,
    get_cob: get,
    patch_cob: patch,
    put_devolucao: (key, text) => money.put(key, text),
    get_devolucao: (key) => money.get(key),
    list_pix: (key) => statement.list(new URLSearchParams(key)),
    put_webhook: (key, text) => {
      webhooks.set(key, (JSON.parse(text) as { webhookUrl: string }).webhookUrl);
      return { status: 200, body: undefined };
    },
  };

  return {
    ...charges,
    webhooks,
    money,
    statement,
    answer: (operation, key, authorization, text) => {
      if (operation === 'token') return grant(authorization);
      if (!tokens.has(authorization.replace('Bearer ', ''))) return { status: 401, body: { message: 'Unauthorized' } };
      return handlers[operation](key, text);
    },
    forgetTokens: () => {
      tokens.clear();
    },
  };
};

interface Charges extends Pick<Books, 'cobs' | 'tamper' | 'book' | 'pay' | 'remove'> {
  readonly put: (txid: string, text: string) => Answer;
  readonly get: (txid: string) => Answer;
  readonly patch: (txid: string, text: string) => Answer;
}

const createCharges = (): Charges => {
  const cobs = new Map<string, Cob>();
  let tampering: Tampering = (cob) => cob;
  const shown = (status: number, cob: Cob): Answer => ({ status, body: tampering(describe(cob)) });
  const known = (txid: string): Cob => {
    const cob = cobs.get(txid);
    if (cob === undefined) throw new Error(`The bank has no charge ${txid}.`);
    return cob;
  };

  return {
    cobs,
    put: (txid, text) => {
      const request = JSON.parse(text) as CobBody;
      const kept = cobs.get(txid);
      if (!isAcceptable(txid, request) || (kept !== undefined && kept.status !== 'ATIVA')) {
        return problem(400, 'CobOperacaoInvalida');
      }
      const cob = kept ?? newCob(txid, request);
      cob.original = request.valor.original;
      cobs.set(txid, cob);
      return shown(kept === undefined ? 201 : 200, cob);
    },
    get: (txid) => {
      const cob = cobs.get(txid);
      return cob === undefined ? problem(404, 'CobNaoEncontrado') : shown(200, cob);
    },
    patch: (txid, text) => {
      const cob = cobs.get(txid);
      if (cob === undefined) return problem(404, 'CobNaoEncontrado');
      const isRemoval = text === '{"status":"REMOVIDA_PELO_USUARIO_RECEBEDOR"}';
      if (!isRemoval || cob.status !== 'ATIVA') return problem(400, 'CobOperacaoInvalida');
      cob.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
      return shown(200, cob);
    },
    tamper: (next = (cob) => cob) => {
      tampering = next;
    },
    book: (txid, original) => {
      cobs.set(txid, newCob(txid, { valor: { original } }));
    },
    pay: (txid, { valor, endToEndId = newEndToEndId(), horario = '2026-11-21T12:03:10.358Z' } = {}) => {
      const cob = known(txid);
      cob.pix.push({ endToEndId, txid, valor: valor ?? cob.original, horario });
      cob.status = 'CONCLUIDA';
      return endToEndId;
    },
    remove: (txid) => {
      known(txid).status = 'REMOVIDA_PELO_PSP';
    },
  };
};

type CobBody = Readonly<Record<string, unknown>> & { readonly valor: { readonly original: string } };

const expectedAuthorization = `Basic ${Buffer.from(`${bankClientId}:${bankClientSecret}`).toString('base64')}`;

const isAcceptable = (txid: string, { valor }: CobBody): boolean =>
  /^[a-zA-Z0-9]{26,35}$/.test(txid) && /^\d{1,10}\.\d{2}$/.test(valor.original);

const newCob = (txid: string, request: CobBody): Cob => ({
  txid,
  status: 'ATIVA',
  original: request.valor.original,
  criacao: new Date().toISOString(),
  request,
  pix: [],
});

const describe = (cob: Cob): Record<string, unknown> => {
  const location = `${locationBase}/${cob.txid}`;
  return {
    txid: cob.txid,
    revisao: 0,
    status: cob.status,
    calendario: { criacao: cob.criacao, expiracao: 3600, ...(cob.request['calendario'] as object | undefined) },
    location,
    valor: { original: cob.original },
    chave: cob.request['chave'],
    // The code comes from a library that has nothing to do with ours.
    pixCopiaECola: generatePixPayload({ url: location, merchantName: 'BANCO DE TESTE', merchantCity: 'BRASILIA' }),
    ...(cob.pix.length > 0 ? { pix: cob.pix } : {}),
  };
};
