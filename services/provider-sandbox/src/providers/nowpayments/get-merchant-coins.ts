import { coins } from './coins';
import { type NowPaymentsEndpoint } from './nowpayments';

/** GET /merchant/coins: those the merchant has ticked, which are all. In capitals. */
export const getMerchantCoins: NowPaymentsEndpoint = async () => ({
  status: 200,
  body: { selectedCurrencies: coins.map(({ code }) => code.toUpperCase()) },
});
