import { TOTP } from 'otpauth';
import { type PayoutReference } from '../../payouts/domain/payout';
import { type PayoutRelease, type PayoutRequest } from '../payout-provider';
import { type Answer } from '../wire/ask';
import { unavailable } from '../wire/lookup';
import { startTimeLeft } from '../wire/time-left';
import { wordsOf } from './ask';
import { findPayout } from './inspect-payout';
import { type PayoutContext } from './payout-client';

/** Two clocks that differ by a few seconds are in different steps twice a minute. Ten wrong codes end a payout there. */
const stepsTried = [0, -1, 1] as const;
const stepMs = 30_000;

/** Lets a batch go by the code of the moment. */
export const verifyPayout = async (
  o: PayoutContext,
  request: PayoutRequest,
  reference: PayoutReference,
): Promise<PayoutRelease> => {
  const timeLeft = startTimeLeft(o.timings);
  let outcome: PayoutRelease = { outcome: 'unavailable', detail: 'There was no time left to ask.' };
  for (const stepsAway of stepsTried) {
    if (!timeLeft.isEnough()) return outcome;
    const { batchReference } = reference;
    outcome = toRelease(await o.client.verifyPayout(batchReference, () => codeOf(o, stepsAway), timeLeft));
    if (outcome.outcome !== 'refused') return outcome;
    // The provider refuses a wrong code and a batch that was released before alike.
    const found = await findPayout(o, request, reference.providerReference, timeLeft);
    if (found.outcome !== 'found') return outcome;
    if (found.value.status !== 'held') return { outcome: 'released' };
  }
  return outcome;
};

const codeOf = ({ totpSecret, clock }: PayoutContext, stepsAway: number): string =>
  new TOTP({ secret: totpSecret }).generate({ timestamp: clock.now().getTime() + stepsAway * stepMs });

const toRelease = (answer: Answer): PayoutRelease => {
  if (answer.outcome === 'answered') return { outcome: 'released' };
  if (answer.outcome === 'refused') return { outcome: 'refused', detail: wordsOf(answer) };
  return answer.outcome === 'silent' ? { outcome: 'unknown', detail: answer.detail } : unavailable(answer);
};
