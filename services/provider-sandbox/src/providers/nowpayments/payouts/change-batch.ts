import { randomBytes } from 'node:crypto';
import { assertNever } from '@repasse/chassis/decider';
import { TOTP } from 'otpauth';
import { changeDocument } from '../../../callbacks/commit';
import { dueDocuments, type DueWork } from '../../../sweeper';
import { type ProviderAnswer } from '../../answer';
import { fieldsOf } from '../../request';
import { failed, invalidRequest, ipnOf, type NowPayments, type NowPaymentsEndpoint } from '../nowpayments';
import { type BatchDecision, describePayoutIpn, type PayoutBatch } from './payout';
import { stepDue, type Verification, verifyBatch } from './payout-steps';

/** Changes a batch and notifies the merchant of its payouts, in one commit. Undefined when nothing changed. */
const changeBatch = <D extends BatchDecision>(
  nowPayments: NowPayments,
  batchId: number,
  decide: (batch: PayoutBatch) => D | undefined,
): Promise<D | undefined> =>
  changeDocument(nowPayments, nowPayments.batches, batchId, (batch) => {
    const decision = decide(batch);
    const messages = decision?.told.flatMap((payout) => ipnOf(payout.terms, describePayoutIpn(payout))) ?? [];
    return decision && { saved: [decision.batch], messages, result: decision };
  });

/** POST /payout/{batchId}/verify: the whole batch, by a code of the authenticator. */
export const verifyPayout: NowPaymentsEndpoint = async (nowPayments, request) => {
  const { batchId } = request.params;
  const code = fieldsOf(request.body)['verification_code'];
  if (typeof batchId !== 'string' || !/^\d{1,15}$/.test(batchId) || typeof code !== 'string')
    return invalidRequest('verification_code is required');
  const now = nowPayments.clock.now();
  const isRight = isTotp(nowPayments.account?.totpSecret ?? '', code, now);
  const verified = await changeBatch(nowPayments, Number(batchId), (batch) => verifyBatch(batch, isRight, now));
  return verified === undefined ? failed(404, 'NOT_FOUND', 'Batch withdrawal not found') : answerOf(verified);
};

const answerOf = ({ verdict }: Verification): ProviderAnswer => {
  switch (verdict) {
    case 'verified':
      return { status: 200, body: 'OK', contentType: 'text/plain' };
    case 'wrong_code':
      return failed(400, 'INVALID_VERIFICATION_CODE', 'Invalid verification code');
    case 'no_codes_left':
      return failed(400, 'VERIFICATION_ATTEMPTS_EXCEEDED', 'No verification attempts left');
    case 'not_awaited':
      return failed(400, 'BAD_REQUEST', 'Batch withdrawal does not need verification');
    default:
      return assertNever(verdict);
  }
};

const hashBytes = 32;
const newHash = (): string => randomBytes(hashBytes).toString('hex');

/** Payouts take their steps, and unverified batches are rejected, by the sandbox's clock. */
export const duePayouts = (nowPayments: NowPayments): DueWork =>
  dueDocuments('nowpayments payouts', nowPayments.clock, nowPayments.batches.listDue, ({ batchId }, now) => {
    const { outcome } = nowPayments.payouts.get();
    return changeBatch(nowPayments, batchId, (batch) => stepDue(batch, { outcome, now, newHash }));
  });

/** Whether a code is the one of about now; a clock may be a step behind or ahead, and a code takes a moment to arrive. */
export const isTotp = (secret: string, code: string, now: Date): boolean =>
  new TOTP({ secret }).validate({ token: code, timestamp: now.getTime(), window: 1 }) !== null;
