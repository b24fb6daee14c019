import { given, isRejection } from '@repasse/chassis/decider';
import { sumMinor } from '@repasse/values/money';
import fc from 'fast-check';
import { hasFailedTechnically, isOpen, isPaidCharge, totalOf } from '../src/domain/charge';
import { type ChargeCommand } from '../src/domain/charge.commands';
import { charge } from '../src/domain/charge.decide';
import { type ChargeEvent } from '../src/domain/charge.events';
import { attemptsInAllLimit, attemptsLimit, type Handling } from '../src/domain/charge.terms';
import { attemptRowOf, chargeRowOf } from '../src/store/read-rows';
import {
  after,
  cancel,
  card,
  chargeTerms,
  confirmCanceled,
  create,
  expire,
  expireAttempt,
  fail,
  failTechnically,
  failRefund,
  pay,
  process,
  recordOffer,
  reopen,
  request,
  resolve,
  settleRefund,
  stateOf,
} from './support/facts';

const attempts = fc.integer({ min: 1, max: 13 });
const handling = fc.constantFrom<Handling>('accept', 'refund', 'hold');
const amount = fc.constantFrom(1, 2_500, 4_000, 6_000, 10_000, 10_500, 25_000);

/** Money for any attempt at any time, under rules that change from one payment to the next. */
const payments = fc
  .record({
    n: attempts,
    receipt: fc.integer({ min: 1, max: 3 }),
    receivedAmountMinor: amount,
    isLate: fc.boolean(),
    rules: fc.record({
      ...{ late: handling, overpaid: handling, underpaid: handling, duplicate: handling },
      ...{ unknownRecipient: fc.constant('owner' as const), shareHoldDays: fc.constant(90) },
    }),
  })
  .map(({ n, receipt, receivedAmountMinor, isLate, rules }) =>
    pay(n, {
      receivedAmountMinor,
      rules,
      providerReference: `E${n}_${receipt}`,
      refundId: `re_E${n}_${receipt}`,
      receivedAt: isLate ? '2026-01-02T12:00:00.000Z' : '2026-01-01T12:00:00.000Z',
    }),
  );
const requests = fc
  .record({ n: attempts, isCard: fc.boolean(), grossAmountMinor: fc.constantFrom(10_000, 7_500, 6_000, 4_000) })
  .map(({ n, isCard, grossAmountMinor }) => request(n, { ...(isCard && card), grossAmountMinor }));
const refunds = fc
  .record({ n: attempts, receipt: fc.integer({ min: 1, max: 3 }), amountMinor: amount, isSurplus: fc.boolean() })
  .map(({ n, receipt, amountMinor, isSurplus }) =>
    isSurplus
      ? settleRefund(n, `re_E${n}_${receipt}`, amountMinor, 'SURPLUS')
      : settleRefund(n, `re_M${n}_${amountMinor}`, amountMinor),
  );
const endings = [recordOffer, process, reopen, fail, failTechnically, expireAttempt, confirmCanceled];
const ofAttempts = fc.record({ n: attempts, make: fc.constantFrom(...endings) }).map(({ n, make }) => make(n));
const resolutions = fc
  .record({ n: attempts, action: fc.constantFrom('ACCEPT' as const, 'REFUND' as const) })
  .map(({ n, action }) => resolve(n, action, [`re_H${n}`, `re_I${n}`, `re_J${n}`]));
const others = fc.constantFrom<ChargeCommand>(cancel, expire, failRefund('re_E1_1'), failRefund('re_E2_1'));

const anyCommands = fc.array(
  fc.oneof(
    { arbitrary: requests, weight: 5 },
    { arbitrary: payments, weight: 5 },
    { arbitrary: ofAttempts, weight: 4 },
    { arbitrary: refunds, weight: 3 },
    { arbitrary: resolutions, weight: 2 },
    { arbitrary: others, weight: 1 },
  ),
  { maxLength: 60 },
);

/** What the commands lead to, refusals passed over; and each command given twice in a row must be no news. */
const historyOf = (commands: readonly ChargeCommand[]): readonly ChargeEvent[] =>
  commands.reduce<readonly ChargeEvent[]>((history, command) => {
    const decision = given(charge, ...history).when(command);
    return isRejection(decision) ? history : [...history, ...decision];
  }, after(create));

const always = (holds: (history: readonly ChargeEvent[]) => void): void =>
  fc.assert(
    fc.property(anyCommands, (commands) => holds(historyOf(commands))),
    { numRuns: 1_500 },
  );

describe('whatever is done to a charge, and in whatever order', () => {
  it('all money received is booked as paid or lies beside the charge', () => {
    always((history) => {
      const state = stateOf(history);
      const bookedMinor = isPaidCharge(state) ? state.bookedAmountMinor : 0;
      const beside = state.surpluses.filter(({ standing }) => standing !== 'applied');
      expect(totalOf(state.receipts)).toBe(bookedMinor + totalOf(beside));
      expect(totalOf(state.bookings)).toBe(bookedMinor);
    });
  });

  it('the same can be read from what is announced', () => {
    always((history) => {
      const amounts = (read: (event: ChargeEvent) => number): number => sumMinor(history.map(read));
      const bookedMinor = amounts(({ type, data }) => (type === 'ChargePaid' ? data.grossAmountMinor : 0));
      const surplusMinor = amounts(({ type, data }) => {
        if (type === 'ChargeSurplusReceived') return data.surplusAmountMinor;
        return type === 'ChargeSurplusResolved' && data.handling === 'APPLY' ? -data.surplusAmountMinor : 0;
      });
      expect(bookedMinor + surplusMinor).toBe(totalOf(stateOf(history).receipts));
    });
  });

  it('it is paid at most once, for no more than was asked, and priced to the cent', () => {
    always((history) => {
      const paid = history.filter((event) => event.type === 'ChargePaid');
      expect(paid.length).toBeLessThanOrEqual(1);
      for (const { data } of paid) {
        expect(data.grossAmountMinor).toBeLessThanOrEqual(chargeTerms.grossAmountMinor);
        expect(data.pricing.feeAmountMinor + data.pricing.netAmountMinor).toBe(data.grossAmountMinor);
      }
    });
  });

  it('the payer has ten tries at most, in twenty attempts, and an ended charge has none open', () => {
    always((history) => {
      const state = stateOf(history);
      const tries = state.attempts.filter((attempt) => !hasFailedTechnically(attempt));
      expect(tries.length).toBeLessThanOrEqual(attemptsLimit);
      expect(state.attempts.length).toBeLessThanOrEqual(attemptsInAllLimit);
      const isEnded = state.status !== 'pending' && state.status !== 'processing';
      if (isEnded) expect(state.attempts.filter(isOpen)).toEqual([]);
    });
  });

  it('no more goes back than came, and it is refunded when all that was booked has gone', () => {
    always((history) => {
      const state = stateOf(history);
      const surplusMinor = totalOf(state.surpluses.filter(({ standing }) => standing === 'refunded'));
      expect(totalOf(state.refunds) + surplusMinor).toBeLessThanOrEqual(totalOf(state.receipts));
      if (!isPaidCharge(state)) expect(state.refunds).toEqual([]);
      else expect(state.status === 'refunded').toBe(totalOf(state.refunds) === state.bookedAmountMinor);
    });
  });

  it('it is processing exactly while one of its attempts is', () => {
    always((history) => {
      const state = stateOf(history);
      const isProcessing = state.attempts.some(({ situation }) => situation.status === 'processing');
      expect(state.status === 'processing').toBe(isProcessing);
    });
  });

  it('the same command again is no news', () => {
    fc.assert(
      fc.property(anyCommands, (commands) => {
        commands.reduce<readonly ChargeEvent[]>((history, command) => {
          const once = given(charge, ...history).when(command);
          if (isRejection(once)) return history;
          const next = [...history, ...once];
          const again = given(charge, ...next).when(command);
          if (once.length > 0) expect(isRejection(again) || again.length === 0).toBe(true);
          return next;
        }, after(create));
      }),
      { numRuns: 500 },
    );
  });

  it('its rows can be written', () => {
    always((history) => {
      const state = stateOf(history);
      const row = chargeRowOf(state);
      const dividedMinor = row.fee_amount_minor + row.net_amount_minor;
      expect(dividedMinor).toBe(row.paid_amount_minor ?? row.gross_amount_minor);
      expect(state.attempts.map((attempt) => attemptRowOf(state, attempt).charge_id)).toEqual(
        state.attempts.map(() => chargeTerms.chargeId),
      );
    });
  });
});
