import { type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Funding } from '../workflow/funding';

/** GET /payouts/funding: what the account at the bank holds, what is due, and what the next run needs. Asks the bank. */
export const getPayoutFunding = (funding: Funding | undefined): Operation => ({
  handle: async () => {
    if (funding === undefined) return notSent();
    const found = await funding.now();
    if ('detail' in found) return silent();
    return { status: 200, body: { currency: 'BRL', ...found } };
  },
});

const notSent = () =>
  problem({ status: 501, code: 'payout.not_configured', detail: 'No payouts by PIX are sent from here.' });

const silent = () =>
  problem({ status: 503, code: 'payout.balance_unavailable', detail: 'The bank does not tell its balance now.' });
