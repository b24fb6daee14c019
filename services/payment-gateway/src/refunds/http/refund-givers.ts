import { type ApiResponse } from '@repasse/chassis/http/app';
import { comeAgain } from '@repasse/chassis/http/fresh-reads';
import { problem } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type KnownPayment } from '../../payments/domain/payment';
import { statusWords } from '../../payments/http/payment-body';
import { isPaidSoon, type ChargePaymentDeps } from './charge-payment';

type SplitRefund = components['schemas']['RequestRefund']['splitRefund'];

/** Refuses a refund that names a user without a share: the split would show them, but the owner would pay. */
export const strangerProblem = async (
  deps: ChargePaymentDeps,
  { status, facts: { userId, chargeId } }: KnownPayment,
  splitRefund: SplitRefund,
): Promise<ApiResponse | undefined> => {
  if (splitRefund === undefined || typeof splitRefund === 'string') return undefined;
  const others = splitRefund.filter((part) => part.userId !== userId);
  if (others.length === 0) return undefined;
  // A payment without a charge has no shares.
  const find = async (): Promise<readonly number[] | undefined> =>
    chargeId === null ? [] : deps.chargePayments.recipientsOf(chargeId);
  const recipients = await deps.reads.read({ find, isExpected: () => isPaidSoon(deps, chargeId), caller: userId });
  if (recipients === undefined) return splitNotKnown(status);
  const strange = splitRefund.flatMap((part, at) =>
    part.userId === userId || recipients.includes(part.userId) ? [] : [at],
  );
  return strange.length === 0 ? undefined : strangersNamed(strange);
};

const strangersNamed = (places: readonly number[]): ApiResponse =>
  problem({
    status: 400,
    code: 'refund.split_user_unknown',
    detail: 'Only users who got a part of the payment can give it back. Nothing was done.',
    errors: places.map((at) => ({ field: `splitRefund[${at}].userId`, message: 'has no share in this payment.' })),
  });

/** The charge is paid a moment after its payment, and shares are made then. */
const splitNotKnown = (status: KnownPayment['status']): ApiResponse =>
  problem({
    status: 409,
    code: 'refund.split_not_known',
    detail: 'Only the owner has a share in this payment yet. Try again in a moment, or let the owner give.',
    headers: comeAgain.headers,
    extra: { ...comeAgain.extra, currentStatus: statusWords[status] },
  });
