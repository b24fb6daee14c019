import { randomBytes } from 'node:crypto';
import { dueRows, type DueWork } from '../../../sweeper';
import { type NowPayments } from '../nowpayments';
import { changeBatch } from './change-batch';
import { stepDue } from './payout-steps';

const hashBytes = 32;
const newHash = (): string => randomBytes(hashBytes).toString('hex');

/** Payouts take their steps, and what nobody verified is given up, by the sandbox's clock. */
export const duePayouts = (nowPayments: NowPayments): DueWork =>
  dueRows('nowpayments payouts', nowPayments.clock, nowPayments.payouts.listDue, ({ batchId }, now) => {
    const { outcome } = nowPayments.payoutSwitches.get();
    return changeBatch(nowPayments, batchId, (batch) => stepDue(batch, { outcome, now, newHash }));
  });
