/** Where a payer sends coins, as the provider told. */
export interface Destination {
  readonly address: string;
  /** Decimal text, in the coin. */
  readonly amount: string;
  /** The coin in the provider's code, lower case: btc, usdtbsc. */
  readonly payCurrency: string;
  /** The chain in the provider's code, lower case: btc, eth, bsc, trx; null when it did not say. */
  readonly network: string | null;
  /** The token's contract on its chain; null for the chain's own coin. */
  readonly contract: string | null;
  /** How many decimals the token has on its chain; null when it did not say. */
  readonly precision: number | null;
}

/** Schemes of BIP 21, and of those who took it over. */
const bip21Schemes: Readonly<Record<string, string>> = {
  btc: 'bitcoin',
  ltc: 'litecoin',
  doge: 'dogecoin',
  bch: 'bitcoincash',
  dash: 'dash',
};

/** Chains that speak ERC-681, by chain id; their own coins have eighteen decimals. */
const evmChains: Readonly<Record<string, { readonly chainId: number; readonly coin: string }>> = {
  eth: { chainId: 1, coin: 'eth' },
  bsc: { chainId: 56, coin: 'bnbbsc' },
  matic: { chainId: 137, coin: 'maticmainnet' },
  arbitrum: { chainId: 42_161, coin: 'etharb' },
  base: { chainId: 8_453, coin: 'ethbase' },
};
const evmCoinDecimals = 18;

/**
 * The content of the QR code. Wallets differ most in how they read tokens, so a coin without a standard that they
 * follow gets the bare address, which all of them read; amount and network stand beside the code.
 */
export const paymentUri = (to: Destination): string => {
  const scheme = bip21Schemes[to.payCurrency];
  // An address that names its scheme itself, as those of bitcoincash do, is not to name it twice.
  if (scheme !== undefined) return `${to.address.includes(':') ? '' : `${scheme}:`}${to.address}?amount=${to.amount}`;
  if (to.payCurrency === 'trx') return `tron:${to.address}?amount=${to.amount}`;
  return erc681(to) ?? to.address;
};

const erc681 = ({ address, amount, payCurrency, network, contract, precision }: Destination): string | undefined => {
  const chain = evmChains[network ?? ''];
  if (chain === undefined) return undefined;
  if (contract === null) {
    const wei = atomicUnits(amount, evmCoinDecimals);
    return chain.coin === payCurrency && wei !== undefined
      ? `ethereum:${address}@${chain.chainId}?value=${wei}`
      : undefined;
  }
  // The same token has other decimals on other chains (USDT: 18 on BSC, 6 on Ethereum), so it is never assumed.
  const units = precision === null ? undefined : atomicUnits(amount, precision);
  return units === undefined
    ? undefined
    : `ethereum:${contract}@${chain.chainId}/transfer?address=${address}&uint256=${units}`;
};

/** 40.01 with 18 decimals is 40010000000000000000. Undefined when the amount is finer than the coin. */
export const atomicUnits = (amount: string, decimals: number): string | undefined => {
  const [whole = '0', fraction = ''] = amount.split('.');
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > decimals) return undefined;
  return BigInt(whole + significant.padEnd(decimals, '0')).toString();
};
