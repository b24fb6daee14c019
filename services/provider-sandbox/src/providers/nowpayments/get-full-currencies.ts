import { coins, type Coin } from './coins';
import { type NowPaymentsEndpoint } from './nowpayments';

/** GET /full-currencies: codes are in capitals here. */
export const getFullCurrencies: NowPaymentsEndpoint = async () => ({
  status: 200,
  body: { currencies: coins.map(describe) },
});

const describe = (coin: Coin, position: number): object => ({
  id: position + 1,
  code: coin.code.toUpperCase(),
  name: coin.name,
  enable: true,
  wallet_regex: coin.addressPattern,
  priority: position + 1,
  extra_id_exists: coin.sharedAddress !== null,
  extra_id_regex: coin.sharedAddress === null ? null : '^[0-9]{1,10}$',
  logo_url: `/images/coins/${coin.code}.svg`,
  track: true,
  is_maxlimit: false,
  network: coin.network,
  smart_contract: coin.contract,
  network_precision: String(coin.precision),
  precision: coin.precision,
});
