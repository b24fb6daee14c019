import { randomInt } from 'node:crypto';
import { type Coin } from './coins';

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
