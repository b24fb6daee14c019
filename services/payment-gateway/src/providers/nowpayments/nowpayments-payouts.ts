import { type PayoutProvider } from '../payout-provider';
import { createPayout } from './create-payout';
import { estimatePayout } from './estimate-payout';
import { inspectPayout } from './inspect-payout';
import { nowpaymentsProviderName } from './nowpayments-provider';
import { type PayoutContext } from './payout-context';
import { validateAddress } from './validate-address';
import { verifyPayout } from './verify-payout';

/** Coins sent by NOWPayments, from the account that payments arrive in. */
export const createNowpaymentsPayouts = (o: PayoutContext): PayoutProvider => ({
  name: nowpaymentsProviderName,
  estimate: (price, payCurrency) => estimatePayout(o, price, payCurrency),
  checkAddress: (destination) => validateAddress(o, destination),
  prepare: (request) => createPayout(o, request),
  release: (request, reference) => verifyPayout(o, request, reference),
  inspect: (request, reference) => inspectPayout(o, request, reference),
});
