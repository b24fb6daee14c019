import { type Logger } from '@repasse/chassis/log/logger';
import { poll, type Poll } from '@repasse/chassis/waiting/poll';
import { type Funding } from './funding';

interface FundingWatchOptions {
  readonly funding: Pick<Funding, 'now'>;
  readonly log: Logger;
  readonly intervalMs: number;
}

/** Looks while nothing is due, too: what the next run needs is to be said before it begins. */
export const startFundingWatch = ({ funding, log, intervalMs }: FundingWatchOptions): Poll =>
  poll({
    name: 'funding of payouts',
    intervalMs,
    log,
    run: async () => {
      await funding.now();
      return false;
    },
  });
