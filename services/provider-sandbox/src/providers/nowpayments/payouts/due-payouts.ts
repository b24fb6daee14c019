import { randomBytes } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';
import { type DueWork } from '../../../sweeper';
import { type NowPayments } from '../nowpayments';
import { changeBatch } from './change-batch';
import { stepDue } from './payout-steps';

const batchMax = 100;
const hashBytes = 32;

/** Payouts take their steps, and what nobody verified is given up, by the sandbox's clock. */
export const duePayouts = (nowPayments: NowPayments): DueWork => ({
  name: 'nowpayments payouts',
  run: async () => {
    const now = nowPayments.clock.now();
    const { outcome } = nowPayments.payoutSwitches.get();
    const world = { outcome, now, newHash: () => randomBytes(hashBytes).toString('hex') };
    const { rows, nextDueAt } = await nowPayments.payouts.listDue(toIso(now), batchMax);
    for (const batchId of new Set(rows.map((row) => row.batchId)))
      // Judged again on the locked rows: the code may have come first.
      await changeBatch(nowPayments, batchId, (batch) => stepDue(batch, world));
    return nextDueAt;
  },
});
