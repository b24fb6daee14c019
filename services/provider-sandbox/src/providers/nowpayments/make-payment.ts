import { randomInt } from 'node:crypto';
import { type Coin, usdUnitsOf } from './coins';
import { type CryptoPayment, type PaymentTerms } from './payment';
import { payUnitsOf } from './prices';

/** So long a rate is promised, and a payment waits. */
const rateMs = 20 * 60_000;

interface NewPayment {
  readonly paymentId: number;
  readonly payAddress: string;
  readonly memo: string | null;
  readonly coin: Coin;
  readonly terms: PaymentTerms;
  readonly now: Date;
}

export const makePayment = ({ coin, terms, now, ...given }: NewPayment): CryptoPayment => {
  const price = { units: terms.priceUnits, usdUnits: usdUnitsOf(terms.priceCurrency) ?? 0 };
  const after = (ms: number): string => new Date(now.getTime() + ms).toISOString();
  return {
    ...given,
    parentPaymentId: null,
    extraIds: [],
    status: 'waiting',
    terms,
    payUnits: payUnitsOf(coin, price),
    paidUnits: 0,
    end: null,
    createdAt: after(0),
    updatedAt: after(0),
    dueAt: after(rateMs),
  };
};

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const bech32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const hex = '0123456789abcdef';

type Shape = readonly [prefix: string, alphabet: string, characters: number];

const shapes: Readonly<Record<string, Shape>> = {
  btc: ['bc1q', bech32, 38],
  ltc: ['ltc1q', bech32, 38],
  eth: ['0x', hex, 40],
  bsc: ['0x', hex, 40],
  trx: ['T', base58, 33],
  sol: ['', base58, 44],
};
const anyShape: Shape = ['sandbox', hex, 32];

const memoMax = 4_000_000_000;

/** The address for the payer's coins. It has the form of its chain's addresses, with an invalid check sum. */
export const newDestination = ({ network, sharedAddress }: Coin): { payAddress: string; memo: string | null } => {
  if (sharedAddress !== null) return { payAddress: sharedAddress, memo: String(randomInt(1, memoMax)) };
  const [prefix, alphabet, characters] = shapes[network] ?? anyShape;
  const random = Array.from({ length: characters }, () => alphabet[randomInt(alphabet.length)]).join('');
  return { payAddress: prefix + random, memo: null };
};
