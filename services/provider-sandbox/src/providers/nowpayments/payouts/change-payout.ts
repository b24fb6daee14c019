import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { type Change, changeDocument } from '../../../callbacks/commit';
import { dueDocuments, type DueWork } from '../../../sweeper';
import { type ProviderAnswer } from '../../answer';
import { fieldsOf } from '../../request';
import { failed, invalidRequest, ipnOf, type NowPayments, type NowPaymentsEndpoint } from '../nowpayments';
import { describePayout, type Payout } from './payout';
import { stepDue, type Verdict, verify } from './payout-steps';

/** POST /payout/{batchId}/verify: by a code of the authenticator. */
export const verifyPayout: NowPaymentsEndpoint = async (nowPayments, request) => {
  const { batchId } = request.params;
  const code = fieldsOf(request.body)['verification_code'];
  if (typeof batchId !== 'string' || !/^\d{1,15}$/.test(batchId) || typeof code !== 'string')
    return invalidRequest('verification_code is required');
  const now = nowPayments.clock.now();
  const isRight = isTotp(nowPayments.account?.totpSecret ?? '', code, now);
  const answer = await changeDocument(nowPayments, nowPayments.withdrawals, batchId, (payout) => {
    const { verdict, payout: after } = verify(payout, isRight, now);
    return changed(nowPayments, payout, after, answers[verdict]);
  });
  return answer ?? failed(404, 'NOT_FOUND', 'Batch withdrawal not found');
};

const answers: Readonly<Record<Verdict, ProviderAnswer>> = {
  verified: { status: 200, body: 'OK', contentType: 'text/plain' },
  wrong_code: failed(400, 'INVALID_VERIFICATION_CODE', 'Invalid verification code'),
  no_codes_left: failed(400, 'VERIFICATION_ATTEMPTS_EXCEEDED', 'No verification attempts left'),
  not_awaited: failed(400, 'BAD_REQUEST', 'Batch withdrawal does not need verification'),
};

const hashBytes = 32;

/** Payouts take their steps, and unverified ones are rejected, by the sandbox's clock. */
export const duePayouts = (nowPayments: NowPayments): DueWork =>
  dueDocuments('nowpayments payouts', nowPayments.clock, nowPayments.withdrawals.listDue, ({ batchId }, now) => {
    const world = { outcome: nowPayments.payouts.get().outcome, now, hash: randomBytes(hashBytes).toString('hex') };
    return changeDocument(nowPayments, nowPayments.withdrawals, batchId, (payout) => {
      const after = stepDue(payout, world);
      return after && changed(nowPayments, payout, after, undefined);
    });
  });

/** A payout to store; the merchant is notified of its new status. The IPN is flat, other than those of payments. */
const changed = <Result>(
  nowPayments: NowPayments,
  before: Payout,
  after: Payout,
  result: Result,
): Change<Payout, Result> => ({
  saved: [after],
  messages: after.status === before.status ? [] : ipnOf(nowPayments, after.terms, describePayout(after)),
  result,
});

/** Whether a code is the one of about now; a clock may be a step behind or ahead, and a code takes a moment to arrive. */
export const isTotp = (secret: string, code: string, now: Date): boolean =>
  new TOTP({ secret }).validate({ token: code, timestamp: now.getTime(), window: 1 }) !== null;
