/** Chains by the provider's code, as wallets and exchanges call them: a payer picks one of these names there. */
const networks: Readonly<Record<string, string>> = {
  ada: 'Cardano',
  algo: 'Algorand',
  arbitrum: 'Arbitrum One',
  avaxc: 'Avalanche C-Chain',
  base: 'Base',
  bch: 'Bitcoin Cash',
  bsc: 'BNB Smart Chain (BEP20)',
  btc: 'Bitcoin',
  dash: 'Dash',
  doge: 'Dogecoin',
  dot: 'Polkadot',
  eth: 'Ethereum (ERC20)',
  ltc: 'Litecoin',
  matic: 'Polygon',
  near: 'NEAR',
  op: 'Optimism',
  sol: 'Solana',
  ton: 'TON',
  trx: 'Tron (TRC20)',
  xlm: 'Stellar',
  xmr: 'Monero',
  xrp: 'XRP Ledger',
};

/** Coins of several chains, and the suffixes by which the provider tells the chains apart. */
const onSeveralChains =
  /^(USDT|USDC|DAI|TUSD|BUSD|BNB|ETH|MATIC|POL|SHIB|LINK)(ERC20|TRC20|BEP20|BSC|SOL|MATIC|ARB|ARBITRUM|ARC20|AVAXC|BASE|OP|CELO|TON|NEAR|ALGO|DOT|XTZ|MAINNET)$/;

/** The coin's name in a wallet: USDT of USDTBSC. An unknown code stays as it is. */
export const coinSymbol = (payCurrency: string): string => onSeveralChains.exec(payCurrency)?.[1] ?? payCurrency;

/** A chain that is not known keeps the provider's code, in capitals. */
export const networkName = (network: string): string => networks[network] ?? network.toUpperCase();
