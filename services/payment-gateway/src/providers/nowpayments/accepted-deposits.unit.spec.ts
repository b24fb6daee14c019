import fc from 'fast-check';
import { given, isRejection } from '@repasse/chassis/decider';
import { sumMinor } from '@repasse/values/money';
import { facts as inDollars } from '../../../test/support/crypto';
import { now, terms } from '../../../test/support/payments';
import { acceptedPartsOf, inParts } from '../../crypto/domain/accepted-part';
import { type PaymentState, receiptsOf, refundsOf } from '../../payments/domain/payment';
import { type PaymentCommand } from '../../payments/domain/payment-commands';
import { payment } from '../../payments/domain/payment.decide';
import { type PaymentEvent } from '../../payments/domain/payment-events';
import { type CoinPayment } from './coin-payment';
import { compareDecimals, sumDecimals } from './decimal';
import { cameOf, standingOf } from './deposits';

/** Whatever comes in whatever order, and whenever its merchant accepts: the decider against what the adapter tells. */
const reference = '5745459419';
const millionths = (units: number): string => `${Math.floor(units / 1e6)}.${String(units % 1e6).padStart(6, '0')}`;

interface Price {
  readonly amountMinor: number;
  readonly payUnits: number;
}

type Step = { readonly deposit: number } | 'accept' | { readonly tellWithout: number };

const price = fc.record({
  amountMinor: fc.integer({ min: 1, max: 50_000 }),
  payUnits: fc.integer({ min: 1, max: 5_000_000 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 3_000_000 }).map((deposit) => ({ deposit })),
  fc.constant('accept' as const),
  // The answer may be old: from before the last deposits, and recorded after theirs.
  fc.integer({ min: 0, max: 2 }).map((tellWithout) => ({ tellWithout })),
);

const at = (second: number): string => new Date(Date.parse(now) + second * 1_000).toISOString();
const deposited = (units: number, place: number, payUnits: number): CoinPayment => ({
  ...{ paymentId: String(Number(reference) + place), parentId: place === 0 ? undefined : reference },
  ...{ orderId: inDollars.paymentId, status: 'partially_paid', priceAmount: '1', priceCurrency: 'usd' },
  ...{ payAddress: '0xA', payAmount: millionths(payUnits), actuallyPaid: millionths(units), payCurrency: 'usdtbsc' },
  ...{ network: 'bsc', contract: null, precision: 18, memo: null, furtherIds: [] },
  ...{ createdAt: at(place), updatedAt: at(place) },
});

const story = ({ amountMinor, payUnits }: Price) => {
  const facts = { ...inDollars, amountMinor };
  const instructions = {
    ...{ method: 'CRYPTO' as const, payAddress: '0xA', payAmount: millionths(payUnits), payCurrency: 'USDTBSC' },
    ...{ network: 'bsc', memo: null, uri: '' },
  };
  const events: PaymentEvent[] = [
    { type: 'PaymentRequested', at: now, data: { facts, terms: { ...terms, payCurrency: 'USDTBSC' } } },
    {
      type: 'PaymentOffered',
      at: now,
      data: { offer: { providerReference: reference, instructions } },
    },
  ];
  const deposits: CoinPayment[] = [];
  const run = (command: PaymentCommand): readonly PaymentEvent[] => {
    const decided = given(payment, ...events).when(command);
    if (isRejection(decided)) return [];
    events.push(...decided);
    return decided;
  };
  const state = (): PaymentState => events.reduce(payment.evolve, payment.initialState);
  const tell = (without = 0): readonly PaymentEvent[] => {
    const [asked, ...further] = deposits.slice(0, deposits.length - without);
    if (asked === undefined) return [];
    const { receipts, partial } = standingOf(asked, further, facts);
    if (partial !== undefined) return run({ type: 'RecordPartialReceipt', data: { partial, now } });
    return receipts.flatMap((receipt) => run({ type: 'RecordReceipt', data: { receipt, now } }));
  };
  const take = (one: Step): void => {
    if (one === 'accept') run({ type: 'AcceptPartial', data: { now } });
    else if ('deposit' in one) deposits.push(deposited(one.deposit, deposits.length, payUnits));
    else tell(one.tellWithout);
  };
  return { facts, deposits, run, state, tell, take };
};
type Story = ReturnType<typeof story>;

const afterAll = (of: Price, steps: readonly Step[]): Story => {
  const told = story(of);
  for (const each of steps) told.take(each);
  told.tell();
  return told;
};

/** In minor units, by what the provider tells in the end: the price as far as it has come, and what is on top. */
const cameMinor = ({ deposits: [asked, ...further], facts }: Story): number => {
  if (asked === undefined) return 0;
  const onTop = standingOf(asked, further, facts).receipts.slice(1);
  return (cameOf(asked, further, facts)?.totalMinor ?? 0) + sumMinor(onTop.map((each) => each.amountMinor));
};

const giveAllBack = (told: Story): readonly string[] => {
  const destination = { payAddress: '0xB', memo: null };
  receiptsOf(told.state()).forEach(({ providerReference: receiptReference, amountMinor }, n) => {
    for (const part of [Math.ceil(amountMinor / 3), null]) {
      const refundId = `re_${n}_${String(part)}`;
      const of = { purpose: 'MERCHANT' as const, reason: null, splitRefund: null, destination, now };
      told.run({ type: 'RequestRefund', data: { refundId, receiptReference, amountMinor: part, ...of } });
    }
  });
  return refundsOf(told.state()).map(({ coins }) => coins?.payAmount ?? '0');
};

const each = (holds: (told: Story) => void): void =>
  fc.assert(
    fc.property(price, fc.array(step, { maxLength: 14 }), (of, steps) => holds(afterAll(of, steps))),
    { numRuns: 400 },
  );

describe('deposits and their acceptance, in any order', () => {
  it('come to receipts of exactly what came, once it was accepted or is whole', () => {
    each((told) => {
      const state = told.state();
      const bookedMinor = sumMinor(receiptsOf(state).map(({ amountMinor }) => amountMinor));

      expect(bookedMinor).toBe(state.status === 'received' ? cameMinor(told) : 0);
    });
  });

  it('are booked once each, and told again are no news', () => {
    each((told) => {
      const references = receiptsOf(told.state()).map(({ providerReference }) => providerReference);

      expect(new Set(references).size).toBe(references.length);
      expect(told.tell()).toEqual([]);
      // A payment that is neither accepted nor paid in full follows the last answer, even an old one.
      if (told.state().status === 'received') expect(told.tell(1)).toEqual([]);
    });
  });

  it('give back no more coins than came', () => {
    each((told) => {
      const sent = sumDecimals(['0', ...giveAllBack(told)]);
      const came = sumDecimals(['0', ...told.deposits.map(({ actuallyPaid }) => actuallyPaid)]);

      expect(compareDecimals(sent, came)).toBeLessThanOrEqual(0);
    });
  });

  it('are listed by the provider as they were booked', () => {
    each((told) => {
      const [asked, ...further] = told.deposits;
      const parts = acceptedPartsOf(told.state());
      if (asked === undefined || parts.length === 0) return;

      expect(inParts(parts, cameOf(asked, further, told.facts) ?? { totalMinor: 0, receivedAt: now })).toEqual(parts);
    });
  });
});

describe('what is listed of a part that was accepted', () => {
  const parts = [
    { providerReference: reference, amountMinor: 5_000, receivedAt: now },
    { providerReference: `${reference}/2`, amountMinor: 1_000, receivedAt: now },
  ];
  const came = (totalMinor: number) => inParts(parts, { totalMinor, receivedAt: at(9) });

  it.each([
    [6_000, [5_000, 1_000]],
    [5_400, [5_000, 400]],
    [5_000, [5_000]],
    [10_000, [5_000, 1_000, 4_000]],
    [0, []],
  ])('when %d has come is %j', (totalMinor, amounts) => {
    expect(came(totalMinor).map(({ amountMinor }) => amountMinor)).toEqual(amounts);
  });

  it('has what is more under the name it will be booked by', () => {
    expect(came(10_000)[2]).toEqual({ providerReference: `${reference}/3`, amountMinor: 4_000, receivedAt: at(9) });
    expect(inParts([], { totalMinor: 10_000, receivedAt: now })).toEqual([]);
  });
});
