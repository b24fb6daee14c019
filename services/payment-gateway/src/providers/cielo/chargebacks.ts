import { addDays, dayAt, endOfDay, startOfDay } from '@repasse/values/brasilia-time';
import { dayOf } from '@repasse/values/moment';
import { anything, integerFrom, lenient, matcher, object, text } from '../wire/schema';
import { type DisputeStanding } from '../../disputes/domain/dispute';
import { stateMap } from '../wire/state-map';

/** A payer's bank that wants a sale's money back, in the acquirer's words. */
type Chargeback = ReturnType<typeof readChargebacks>[number];

const caseIn = matcher(
  object({
    CaseNumber: text,
    Amount: integerFrom(1),
    Date: lenient(text),
    Status: anything,
    ReasonMessage: lenient(text),
  }),
);

/** Cases without a number or an amount cannot be booked, and must not hide the money beside them. */
export const readChargebacks = (value: unknown) =>
  (Array.isArray(value) ? value : [])
    .flatMap((each) => caseIn(each) ?? [])
    .map((told) => ({
      caseNumber: told.CaseNumber,
      amountMinor: told.Amount,
      /** The day it came in, as ISO 8601; undefined when it cannot be read. */
      openedAt: startOfDayIn(told.Date),
      status: statusOf(told.Status),
      reason: told.ReasonMessage?.slice(0, reasonLengthMax) ?? null,
    }));

/** The standing of a case. Its decision is dated when we first see it: the acquirer gives no time for that. */
export const disputeOf = (chargeback: Chargeback, saleId: string, now: string): DisputeStanding => {
  const { caseNumber, amountMinor, status, reason, openedAt = now } = chargeback;
  const at = status === 'open' ? openedAt : now;
  const respondBy = endOfDay(addDays(dayAt(openedAt), responseDays));
  return { providerReference: caseNumber, status, amountMinor, receiptReference: saleId, reason, respondBy, at };
};

/**
 * A case comes without its time limit. Cielo's Chargeback API gives seven days to contest and Split de Pagamento up to ten;
 * who keeps the shorter one is in time for both. Calendar days of São Paulo, the last of them whole.
 */
const responseDays = 7;

/** A code and a few words; a longer text would be a letter. */
const reasonLengthMax = 140;

/** Received, ContestedByMerchant and unknown statuses are undecided. */
const statusOf = stateMap<DisputeStanding['status']>({ AcceptedByMerchant: 'lost', Reversed: 'won' }, 'open');

const startOfDayIn = (text = ''): string | undefined => {
  const day = dayOf(text.slice(0, 10));
  return day && startOfDay(day);
};
