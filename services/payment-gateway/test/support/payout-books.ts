import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';

export const apiKey = 'an-api-key-for-tests';
export const ipnSecret = 'an-ipn-secret-for-tests';

export type Json = Record<string, unknown>;

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Json;
  readonly body: Json;
}

export const payoutCredentials = {
  email: 'payouts@example.com',
  password: 'a-password-for-tests',
  totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
};

/** The code that the account's authenticator shows. */
export const codeAt = (now: Date): string =>
  new TOTP({ secret: payoutCredentials.totpSecret }).generate({ timestamp: now.getTime() });

/** A payout as NOWPayments writes it. Tests change it as they like. */
export interface WirePayout extends Json {
  id: string;
  batch_withdrawal_id: string;
  status: string;
  amount: string;
  address: string;
  unique_external_id: string;
  error: string | null;
}

export interface PayoutBooks {
  readonly payouts: readonly WirePayout[];
  /** Every payout that was asked for under our id, oldest first. */
  of(externalId: string): readonly WirePayout[];
  /** Those of them that were let go: money is on its way or gone. */
  sentOf(externalId: string): readonly WirePayout[];
  /** Whose clock it is, and which codes are taken: of itself that of this moment alone. */
  readonly codes: { now: () => Date; isTaken: (code: string) => boolean };
  /** What the account has; a payout of more is refused. */
  balance: number;
  /** Undefined for questions that are not about payouts. */
  answer(asked: Asked): Answer | undefined;
}

/** The dollar has as many cents as the coin, but for bitcoin. */
const perDollar: Readonly<Record<string, number>> = { usdtbsc: 1, xrp: 0.4, btc: 0.0000112345678 };
const minimum = 1;

interface Books {
  readonly all: WirePayout[];
  readonly tokens: Set<string>;
  readonly codes: PayoutBooks['codes'];
  readonly balance: () => number;
}

export const createPayoutBooks = (): PayoutBooks => {
  const all: WirePayout[] = [];
  const codes: PayoutBooks['codes'] = {
    now: () => new Date(),
    isTaken: (code) => code === codeAt(codes.now()),
  };
  const of = (externalId: string) => all.filter((each) => each.unique_external_id === externalId);
  const books: PayoutBooks = {
    payouts: all,
    of,
    sentOf: (externalId) => of(externalId).filter(({ requested_at }) => requested_at !== null),
    codes,
    balance: 1_000_000,
    answer: (asked) => answer({ all, tokens, codes, balance: () => books.balance }, asked),
  };
  const tokens = new Set<string>();
  return books;
};

const error = (status: number, code: string, message = code, more: object = {}): Answer => ({
  status,
  body: { status: false, statusCode: status, code, message, ...more },
});

const answer = (books: Books, asked: Asked): Answer | undefined => {
  const [kind, id, verb] = asked.path.replace(/^\/v1\//, '').split('/');
  if (kind === 'auth') return signIn(books, asked.body);
  if (kind !== 'payout' && kind !== 'estimate') return undefined;
  if (asked.headers['x-api-key'] !== apiKey) return error(403, 'INVALID_API_KEY');
  if (kind === 'estimate') return estimate(asked.query);
  if (id === 'validate-address') return addressAnswer(asked.body);

  const { authorization } = asked.headers;
  const bearer = typeof authorization === 'string' ? authorization.replace('Bearer ', '') : '';
  if (!books.tokens.has(bearer)) return error(401, bearer === '' ? 'AUTH_REQUIRED' : 'INVALID_TOKEN');
  if (verb === 'verify') return verify(books, id ?? '', asked.body);
  if (asked.method === 'POST') return create(books, asked.body);
  const payout = books.all.find((each) => each.id === id);
  return payout === undefined ? error(404, 'NOT_FOUND') : { status: 200, body: [payout] };
};

const signIn = ({ tokens }: Books, { email, password }: Json): Answer => {
  const { email: known, password: right } = payoutCredentials;
  if (email !== known || password !== right) return error(401, 'AUTH_FAILED');
  const token = randomUUID();
  tokens.add(token);
  return { status: 200, body: { token } };
};

const estimate = (query: URLSearchParams): Answer => {
  const coin = query.get('currency_to') ?? '';
  const each = perDollar[coin];
  if (each === undefined) return error(400, 'CURRENCY_NOT_FOUND', `Currency ${coin.toUpperCase()} was not found`);
  const amount = Number(query.get('amount'));
  const body = { currency_from: 'usd', amount_from: amount, currency_to: coin, estimated_amount: amount * each };
  return { status: 200, body };
};

const isAddress = (address: unknown): boolean => typeof address === 'string' && !address.startsWith('wrong');

const addressAnswer = ({ address, currency }: Json): Answer =>
  isAddress(address)
    ? { status: 200, body: 'OK' }
    : error(400, 'BAD_CREATE_WITHDRAWAL_REQUEST', `Invalid payout_address: [${String(currency)}] [${String(address)}]`);

const create = ({ all, balance }: Books, body: Json): Answer => {
  const [asked] = body['withdrawals'] as Json[];
  const { address, currency, amount, unique_external_id: externalId, extra_id: extraId = null } = asked ?? {};
  const refused = (message: string, more: object = {}) => error(400, 'BAD_CREATE_WITHDRAWAL_REQUEST', message, more);
  if (typeof amount !== 'number' || typeof address !== 'string') return error(400, 'INVALID_REQUEST_PARAMS');
  if (!/^\d+(\.\d{1,6})?$/.test(String(amount))) return refused('amount must not exceed 6 decimals');
  if (!isAddress(address)) return refused(`Invalid payout_address: [${String(currency)}] [${address}]`);
  if (amount < minimum && currency !== 'btc') return refused(`min amount is ${minimum}`);
  if (amount > balance()) {
    const figures = { requested: amount, actualBalance: balance() };
    return refused('Insufficient balance', { current_values: { [String(currency)]: figures } });
  }
  const batchId = String(5_000_000_000 + all.length * 2);
  const payout: WirePayout = {
    ...{ id: String(Number(batchId) + 1), batch_withdrawal_id: batchId, status: 'CREATING', error: null, hash: null },
    ...{ currency, address, amount: String(amount), extra_id: extraId, unique_external_id: String(externalId) },
    ...{ fee: null, created_at: new Date().toISOString(), requested_at: null, updated_at: new Date().toISOString() },
  };
  all.push(payout);
  return { status: 200, body: { id: batchId, withdrawals: [{ ...payout }] } };
};

const verify = ({ all, codes }: Books, batchId: string, { verification_code: code }: Json): Answer => {
  const payout = all.find((each) => each.batch_withdrawal_id === batchId);
  if (payout === undefined) return error(404, 'NOT_FOUND');
  if (payout.status !== 'CREATING') return error(400, 'BATCH_NOT_AWAITED', 'Batch is already verified');
  if (!codes.isTaken(String(code))) return error(400, 'INVALID_VERIFICATION_CODE', 'Invalid verification code');
  Object.assign(payout, { status: 'WAITING', requested_at: new Date().toISOString() });
  return { status: 200, body: 'OK' };
};
