import { assertNever } from '@repasse/chassis/decider';
import { type ProviderAnswer } from '../../answer';
import { fieldsOf } from '../../fields';
import { failed, type NowPaymentsEndpoint } from '../nowpayments';
import { isTotp } from '../totp';
import { changeBatch } from './change-batch';
import { verifyBatch, type Verification } from './payout-steps';

/** POST /payout/{batchId}/verify: the whole batch, by a code of the authenticator. */
export const verifyPayout: NowPaymentsEndpoint = async (nowPayments, request) => {
  const { batchId } = request.params;
  const code = fieldsOf(request.body)['verification_code'];
  if (typeof batchId !== 'string' || !/^\d{1,15}$/.test(batchId) || typeof code !== 'string')
    return failed(400, 'INVALID_REQUEST_PARAMS', 'verification_code is required');
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
