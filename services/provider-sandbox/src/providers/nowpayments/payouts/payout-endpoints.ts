import { isSameSecret } from '@repasse/chassis/crypto/same-secret';
import { commit } from '../../../callbacks/commit';
import { fieldsOf } from '../../request';
import { toJsonNumber } from '../../units';
import { failed, invalidRequest, newPaymentId, type NowPaymentsEndpoint } from '../nowpayments';
import { balanceUnitsOf } from '../prices';
import { describePayout } from './payout';
import { readDestination, readPayout } from './payout-rules';
import { makePayout } from './payout-steps';

/** POST /auth: e-mail and password of the dashboard, for a token of five minutes. */
export const signIn: NowPaymentsEndpoint = async ({ account }, request) => {
  const { email, password } = fieldsOf(request.body);
  if (typeof email !== 'string' || typeof password !== 'string')
    return invalidRequest('email and password are required');
  // The address too has to have the case of letters it was registered with.
  if (account === undefined || !isSameSecret(email, account.email) || !isSameSecret(password, account.password))
    return failed(401, 'AUTH_FAILED', 'Wrong email or password');
  return { status: 200, body: { token: await account.tokens.issue({ id: account.email }) } };
};

/** POST /payout/validate-address */
export const validateAddress: NowPaymentsEndpoint = async (_, request) => {
  const destination = readDestination(fieldsOf(request.body));
  return 'code' in destination
    ? failed(400, destination.code, destination.message)
    : { status: 200, body: 'OK', contentType: 'text/plain' };
};

/** POST /payout. Sent twice it makes two payouts; neither moves anything before it is verified. */
export const createPayout: NowPaymentsEndpoint = async (nowPayments, request) => {
  const reading = readPayout(request.body);
  if ('code' in reading) return failed(400, reading.code, reading.message);
  const { terms, coin } = reading;
  const had = balanceUnitsOf(coin, nowPayments.payouts.get().custodyUsd);
  // Too small a balance has the code of a wrong address, with another message and the figures.
  if (terms.units > had)
    return failed(400, 'BAD_CREATE_WITHDRAWAL_REQUEST', 'Insufficient balance', {
      current_values: { [coin.code]: { requested: toJsonNumber(terms.units), actualBalance: toJsonNumber(had) } },
    });
  const ids = { batchId: newPaymentId(), payoutId: newPaymentId() };
  const payout = makePayout(ids, terms, nowPayments.clock.now());
  await commit(nowPayments, nowPayments.withdrawals, async () => ({ saved: [payout], result: payout }));
  return { status: 200, body: { id: String(payout.batchId), withdrawals: [describePayout(payout)] } };
};

/** GET /payout/{id}: of one payout, not of a batch, and still an array. */
export const getPayout: NowPaymentsEndpoint = async ({ withdrawals }, request) => {
  const { payoutId } = request.params;
  if (typeof payoutId !== 'string' || !/^\d{1,15}$/.test(payoutId)) return invalidRequest('Payout id must be a number');
  const payout = await withdrawals.findBy({ payoutId: Number(payoutId) });
  return payout === undefined
    ? failed(404, 'NOT_FOUND', 'Payout not found')
    : { status: 200, body: [describePayout(payout)] };
};
