import { coinSymbol, networkName } from './coin-names';

it.each([
  ['BTC', 'BTC'],
  ['USDTBSC', 'USDT'],
  ['USDTTRC20', 'USDT'],
  ['USDTERC20', 'USDT'],
  ['USDCMATIC', 'USDC'],
  ['BNBBSC', 'BNB'],
  ['ETHARB', 'ETH'],
  ['ETH', 'ETH'],
  ['USDC', 'USDC'],
  ['SOMETHINGNEW', 'SOMETHINGNEW'],
])('%s is %s in a wallet', (payCurrency, symbol) => {
  expect(coinSymbol(payCurrency)).toBe(symbol);
});

it('a chain is called as wallets call it, and by its code where no name is known', () => {
  expect(networkName('bsc')).toBe('BNB Smart Chain (BEP20)');
  expect(networkName('newchain')).toBe('NEWCHAIN');
});
