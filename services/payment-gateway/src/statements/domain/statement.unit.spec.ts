import fc from 'fast-check';
import {
  type Difference,
  differencesBetween,
  type Period,
  type RecordedReceipt,
  type StatementEntry,
} from './statement';

const period: Period = { from: '2026-11-20T03:00:00.000Z', to: '2026-11-21T03:00:00.000Z' };
const noon = '2026-11-20T15:00:00.000Z';
const paymentId = 'pay_01KAJ2E8V4N7Q0S6T3W9X5Y1Z2';

const entry = (other: Partial<StatementEntry> = {}): StatementEntry => ({
  providerReference: 'E1',
  paymentId,
  amount: '100.00',
  currency: 'BRL',
  receivedAt: noon,
  isGone: false,
  ...other,
});
const receipt = (other: Partial<RecordedReceipt> = {}): RecordedReceipt => ({
  providerReference: 'E1',
  paymentId,
  amount: '100.00',
  currency: 'BRL',
  receivedAt: noon,
  ...other,
});
const found = (listed: readonly StatementEntry[], recorded: readonly RecordedReceipt[]): readonly Difference[] =>
  differencesBetween({ period, listed, recorded });

describe('a statement and our receipts', () => {
  it('differ in nothing when both have the same', () => {
    expect(found([entry()], [receipt()])).toEqual([]);
    expect(found([], [])).toEqual([]);
  });

  it('tell of money for a payment of ours that is not recorded', () => {
    expect(found([entry()], [])).toEqual([
      {
        kind: 'MISSING_HERE',
        providerReference: 'E1',
        paymentId,
        listed: { amount: '100.00', currency: 'BRL' },
        recorded: null,
        receivedAt: noon,
      },
    ]);
  });

  it('tell of money for nothing we know', () => {
    expect(found([entry({ paymentId: null })], [])).toMatchObject([{ kind: 'UNKNOWN_PAYMENT', paymentId: null }]);
  });

  it('tell of a receipt that the provider does not list', () => {
    expect(found([], [receipt()])).toMatchObject([
      { kind: 'MISSING_THERE', paymentId, listed: null, recorded: { amount: '100.00', currency: 'BRL' } },
    ]);
  });

  it('tell of an amount that differs, with both', () => {
    expect(found([entry({ amount: '99.99' })], [receipt()])).toMatchObject([
      {
        kind: 'AMOUNT_DIFFERS',
        listed: { amount: '99.99', currency: 'BRL' },
        recorded: { amount: '100.00', currency: 'BRL' },
      },
    ]);
    expect(found([entry({ currency: 'USD' })], [receipt()])).toMatchObject([{ kind: 'AMOUNT_DIFFERS' }]);
  });

  it('do not miss what has gone back before it was recorded, and compare what was', () => {
    expect(found([entry({ isGone: true })], [])).toEqual([]);
    expect(found([entry({ isGone: true })], [receipt()])).toEqual([]);
    expect(found([entry({ isGone: true, amount: '1.00' })], [receipt()])).toMatchObject([{ kind: 'AMOUNT_DIFFERS' }]);
  });

  it.each([
    ['the first moment', period.from, 1],
    ['the last moment', '2026-11-21T02:59:59.999Z', 1],
    ['the moment before', '2026-11-20T02:59:59.999Z', 0],
    ['the moment after', period.to, 0],
  ])('count what was received in %s of the day: %s', (_, receivedAt, count) => {
    expect(found([entry({ receivedAt })], [])).toHaveLength(count);
  });

  it('take what is listed outside of the day as a proof that it is there', () => {
    expect(found([entry({ receivedAt: period.to })], [receipt()])).toEqual([]);
  });
});

describe('whatever is listed and recorded', () => {
  const reference = fc.stringMatching(/^E[0-9]{1,3}$/);
  const amount = fc.constantFrom('1.00', '2.00', '3.00');
  const entries = fc.uniqueArray(
    fc
      .record({ providerReference: reference, amount, isOurs: fc.boolean(), isGone: fc.boolean(), isIn: fc.boolean() })
      .map(({ isOurs, isIn, ...other }) =>
        entry({ ...other, paymentId: isOurs ? paymentId : null, receivedAt: isIn ? noon : period.to }),
      ),
    { selector: ({ providerReference }) => providerReference },
  );
  const receipts = fc.uniqueArray(
    fc.record({ providerReference: reference, amount }).map((other) => receipt(other)),
    { selector: ({ providerReference }) => providerReference },
  );

  it('nothing is reported when both sides are equal', () => {
    fc.assert(
      fc.property(entries, (listed) => {
        const recorded = listed.map(({ providerReference, amount: same, receivedAt }) =>
          receipt({ providerReference, amount: same, receivedAt }),
        );
        expect(found(listed, recorded)).toEqual([]);
      }),
    );
  });

  it('each difference is reported exactly once, and nothing that is none', () => {
    fc.assert(
      fc.property(entries, receipts, (listed, recorded) => {
        const reported = found(listed, recorded).map(({ providerReference }) => providerReference);
        const theirs = new Map(listed.map((each) => [each.providerReference, each]));
        const ours = new Map(recorded.map((each) => [each.providerReference, each]));
        const expected = [...new Set([...theirs.keys(), ...ours.keys()])].filter((each) => {
          const [there, here] = [theirs.get(each), ours.get(each)];
          if (there === undefined) return true;
          if (there.receivedAt !== noon) return false;
          return here === undefined ? !there.isGone : here.amount !== there.amount;
        });
        expect([...reported].sort()).toEqual(expected.sort());
      }),
    );
  });

  it('the order of neither matters, nor whether a page told of something twice', () => {
    fc.assert(
      fc.property(entries, receipts, (listed, recorded) => {
        const other = found([...listed, ...listed].reverse(), recorded.toReversed());
        expect(other).toEqual(found(listed, recorded));
      }),
    );
  });
});
