import { readDestination } from '../src/providers/nowpayments/read-destination';

const address = '0x9f2eA4c7d1b3a59f2eA4c7d1b3a59f2eA4c7d1b3';
const contract = '0x55d398326f99059fF775485246999027B3197955';

it.each([
  ['a bare address', address, 'usdtbsc', { address, units: undefined }],
  ['an address with the amount behind it', `${address}?amount=40.01`, 'usdtbsc', { address, units: 4_001_000_000 }],
  ['bitcoin', 'bitcoin:bc1q9?amount=0.17061637', 'btc', { address: 'bc1q9', units: 17_061_637 }],
  ['tron', 'tron:TADDR?amount=100.00', 'trx', { address: 'TADDR', units: 10_000_000_000 }],
  ['ether', `ethereum:${address}@1?value=2014000000000000000`, 'eth', { address, units: 201_400_000 }],
  [
    'a token of eighteen decimals',
    `ethereum:${contract}@56/transfer?address=${address}&uint256=40010000000000000000`,
    'usdtbsc',
    { address, units: 4_001_000_000 },
  ],
  [
    'a token of six decimals',
    `ethereum:${contract}@1/transfer?address=${address}&uint256=40010000`,
    'usdterc20',
    { address, units: 4_001_000_000 },
  ],
  ['an amount finer than the sandbox counts', `ethereum:${address}@1?value=1`, 'eth', { address, units: undefined }],
  ['an amount that is no number', `ethereum:${address}@1?value=ten`, 'eth', { address, units: undefined }],
  ['a token transfer to nobody', `ethereum:${contract}@1/transfer`, 'eth', { address: '', units: undefined }],
])('reads %s', (_what, text, payCurrency, { address: to, units }) => {
  const read = readDestination(text);
  expect({ address: read.address, units: read.unitsOf(payCurrency) }).toEqual({ address: to, units });
});
