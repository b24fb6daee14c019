/** A coin, and its price in the sandbox. */
export interface Coin {
  /** In small letters. */
  readonly code: string;
  readonly network: string;
  readonly contract: string | null;
  /** How many decimals it has on its chain. */
  readonly precision: number;
  /** How many of them an amount to pay has. */
  readonly shownDecimals: number;
  readonly addressPattern: string;
  /** One address for all payers, and a memo that identifies the deposit. */
  readonly sharedAddress: string | null;
  /** US dollars for one, in hundred-millionths. */
  readonly usdUnits: number;
  /** A smaller amount is not worth the network's fee; in US dollars, in hundred-millionths. */
  readonly minUsdUnits: number;
}

type CoinRow = readonly [
  code: string,
  network: string,
  precision: number,
  shownDecimals: number,
  usdCents: number,
  minUsdCents: number,
];

const unitsOfCent = 1_000_000;
const hexAddress = '^0x[0-9A-Fa-f]{40}$';
const tronAddress = '^T[1-9A-HJ-NP-Za-km-z]{33}$';

const addressPatterns: Readonly<Record<string, string>> = {
  btc: '^bc1[0-9a-z]{39}$',
  ltc: '^ltc1[0-9a-z]{39}$',
  eth: hexAddress,
  bsc: hexAddress,
  trx: tronAddress,
  sol: '^[1-9A-HJ-NP-Za-km-z]{44}$',
  xrp: '^r[1-9A-HJ-NP-Za-km-z]{24,34}$',
  xlm: '^G[0-9A-Z]{55}$',
};

/** On BSC the same token has eighteen decimals, elsewhere six. */
const contracts: Readonly<Record<string, string>> = {
  usdtbsc: '0x55d398326f99059fF775485246999027B3197955',
  usdterc20: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  usdttrc20: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  usdtsol: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
};

const sharedAddresses: Readonly<Record<string, string>> = {
  xrp: 'rSandboxNoRea1Ledger5ends2Th1sAddr',
  xlm: 'GSANDBOXNOREALLEDGERSENDSANYTHINGTOTHISADDRESSXXXXXXXXXX',
};

const rows: readonly CoinRow[] = [
  ['btc', 'btc', 8, 8, 9_150_000, 1_000],
  ['eth', 'eth', 18, 8, 312_000, 800],
  ['ltc', 'ltc', 8, 8, 9_800, 200],
  ['trx', 'trx', 6, 6, 28, 200],
  ['bnbbsc', 'bsc', 18, 8, 89_000, 100],
  ['usdttrc20', 'trx', 6, 6, 100, 500],
  ['usdtbsc', 'bsc', 18, 6, 100, 100],
  ['usdtsol', 'sol', 6, 6, 100, 100],
  ['usdterc20', 'eth', 6, 6, 100, 1_500],
  ['usdc', 'eth', 6, 6, 100, 1_500],
  ['xrp', 'xrp', 6, 6, 225, 100],
  ['xlm', 'xlm', 7, 6, 26, 100],
];

export const coins: readonly Coin[] = rows.map(([code, network, precision, shownDecimals, usdCents, minUsdCents]) => ({
  code,
  network,
  contract: contracts[code] ?? null,
  precision,
  shownDecimals,
  addressPattern: addressPatterns[network] ?? '^.+$',
  sharedAddress: sharedAddresses[code] ?? null,
  usdUnits: usdCents * unitsOfCent,
  minUsdUnits: minUsdCents * unitsOfCent,
}));

export const findCoin = (code: unknown): Coin | undefined =>
  typeof code === 'string' ? coins.find((coin) => coin.code === code.toLowerCase()) : undefined;

/** Money that prices can be in: US dollars for one, in hundred-millionths. The real is not among them. */
const fiatUsdUnits: Readonly<Record<string, number>> = {
  usd: 100_000_000,
  eur: 116_000_000,
  cad: 71_000_000,
  gbp: 131_000_000,
  aud: 65_000_000,
  ils: 30_000_000,
  ron: 23_000_000,
};

/** The worth of one unit in US dollars, of a currency or a coin; undefined for unknown codes. */
export const usdUnitsOf = (code: unknown): number | undefined => {
  if (typeof code !== 'string') return undefined;
  const known = code.toLowerCase();
  return Object.hasOwn(fiatUsdUnits, known) ? fiatUsdUnits[known] : findCoin(known)?.usdUnits;
};
