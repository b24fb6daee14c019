import { type Standing } from '@repasse/checkout-kit/both-sides/payable';
import { type Texts } from '@repasse/checkout-kit/both-sides/text-shape';
import { filled } from '@repasse/checkout-kit/both-sides/texts';
import { coinSymbol, networkName } from './coin-names.ts';
import { type CryptoCheckoutState } from './crypto-checkout-state.ts';

type Coins = Pick<CryptoCheckoutState, 'payCurrency' | 'transfer'>;

/** Whether the payer has something to send already. When the time is over, all of the page says so. */
export const coinStanding = ({ transfer }: Coins): Standing => (transfer === null ? 'pending' : 'ready');

export const networkText = ({ transfer }: Coins, { coins }: Texts): string | null => {
  const network = transfer?.network ?? null;
  return network === null ? null : filled(coins.network, { network: networkName(network) });
};

/** The warning that other coins or networks are lost. */
export const onlyThisText = ({ payCurrency, transfer }: Coins, { coins }: Texts): string => {
  const coin = coinSymbol(payCurrency);
  const network = transfer?.network ?? null;
  return network === null
    ? filled(coins.onlyThisCoin, { coin })
    : filled(coins.onlyThis, { coin, network: networkName(network) });
};

/** The received amount and the rest to send; null while nothing has come. */
export const remainderText = (state: Coins, { coins }: Texts): string | null => {
  const received = receivedText(state);
  if (received === null || state.transfer === null) return null;
  const amount = amountText(state, state.transfer.duePayAmount);
  return filled(coins.underpaid, { received, amount });
};

export const receivedText = (state: Coins): string | null => {
  const received = state.transfer?.receivedPayAmount ?? null;
  return received === null ? null : amountText(state, received);
};

/** The coin and its network, for a receipt; with how much of it came where that was the price. */
export const paidWithText = (state: CryptoCheckoutState, { coins }: Texts): string => {
  const { payCurrency, transfer, paidAmount, amount } = state;
  const isWhole = transfer !== null && paidAmount === amount;
  const coin = isWhole ? amountText(state, transfer.payAmount) : coinSymbol(payCurrency);
  const network = transfer?.network ?? null;
  return network === null ? coin : filled(coins.paidWith, { coin, network: networkName(network) });
};

/** Digit by digit as the wallet is to be given it, in every language. */
const amountText = ({ payCurrency }: Coins, amount: string): string => `${amount} ${coinSymbol(payCurrency)}`;
