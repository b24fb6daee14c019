import { randomIds } from '@repasse/chassis/ids';
import { type PaymentFacts, type Receipt } from '../src/payments/domain/payment';
import {
  type Found,
  type Inspection,
  type OfferOutcome,
  type PaymentRef,
  type Provider,
  type RefundOutcome,
  type RefundRequest,
} from '../src/providers/provider';
import { passesLuhn } from '@repasse/values/check-digits/luhn';
import { type ProviderCall } from '../src/providers/wire/raw-log';

/** How a provider misbehaves at the next request of a kind. `isDone`: it carries the request out first. */
export type Trouble =
  | { readonly kind: 'silent'; readonly isDone: boolean }
  | { readonly kind: 'cut'; readonly isDone: boolean }
  | { readonly kind: 'answer'; readonly status: number; readonly body: unknown; readonly isDone: boolean };

export type Step = 'make' | 'inspect' | 'cancel' | 'refund';

/** An adapter and the simulated provider it talks to. Each adapter's spec brings one. */
export interface ProviderWorld {
  readonly provider: Provider;
  /** All that was kept of the exchanges. */
  readonly kept: readonly ProviderCall[];
  /** Values that must be in none of it. */
  readonly secrets: readonly string[];
  newFacts(): PaymentFacts;
  /** Has the adapter make a payment that is unpaid at first. */
  make(facts: PaymentFacts): Promise<OfferOutcome>;
  /** Has a payment of the provider's that is paid in full, as far as the provider goes. */
  makePaid(facts: PaymentFacts): Promise<OfferOutcome>;
  trouble(step: Step, trouble: Trouble): void;
  /** The provider has a payment with an unknown status. */
  makeStrange(facts: PaymentFacts): Promise<void>;
  /** How many such payments the provider has. */
  madeCount(facts: PaymentFacts): number | Promise<number>;
  /** The sum the provider has refunded of one receipt. */
  refundedMinor(receipt: Receipt): number | Promise<number>;
  /** Lets the time pass that the provider wants between two refunds. */
  betweenRefunds?(): void;
  /** The provider will say no to the next refund. */
  failNextRefund(): void | Promise<void>;
  /** A provider that cannot be reached. */
  unreachable(): { readonly provider: Provider; close(): void };
  stop(): Promise<void>;
}

const silent: Trouble = { kind: 'silent', isDone: false };
const silentAfterActing: Trouble = { kind: 'silent', isDone: true };
const serverFault: Trouble = { kind: 'answer', status: 503, body: { message: 'Fora do ar' }, isDone: false };

/** All the answers from which nothing can be concluded. */
const troubles: readonly (readonly [string, Trouble])[] = [
  ['silence', silent],
  ['silence after acting', silentAfterActing],
  ['a cut connection', { kind: 'cut', isDone: false }],
  ['a cut connection after acting', { kind: 'cut', isDone: true }],
  ['503', serverFault],
  ['500 after acting', { kind: 'answer', status: 500, body: { message: 'Erro' }, isDone: true }],
  ['a page instead of an answer', { kind: 'answer', status: 200, body: '<html>', isDone: true }],
  ['an answer about nothing', { kind: 'answer', status: 200, body: {}, isDone: true }],
];

/** The abilities of a provider; nearly all have both. */
export interface Abilities {
  readonly canTakeBack: boolean;
  readonly canGiveBack: boolean;
}

/** The contract of every adapter, with any protocol. */
export const providerContract = (
  name: string,
  open: () => Promise<ProviderWorld>,
  { canTakeBack, canGiveBack }: Abilities = { canTakeBack: true, canGiveBack: true },
): void => {
  describe(`the contract of providers: ${name}`, () => {
    let world: ProviderWorld;
    beforeEach(async () => {
      world = await open();
    });
    afterEach(() => world.stop());

    describe('making and asking', () => makingSuite(() => world));
    if (canTakeBack) describe('taking back', () => cancelSuite(() => world));
    if (canGiveBack) describe('giving back', () => refundSuite(() => world));
    describe('what is kept', () => recordSuite(() => world));
  });
};

const makingSuite = (world: () => ProviderWorld): void => {
  it('makes one payment, and finds it', async () => {
    const facts = world().newFacts();
    const made = await world().make(facts);

    expect(await world().madeCount(facts)).toBe(1);
    expect(await inspect(world(), facts, made)).toMatchObject({ outcome: 'found', receipts: [] });
  });

  it('reports money once it is there, and the same money each time', async () => {
    const facts = world().newFacts();
    const made = await world().makePaid(facts);
    const [first, second] = [await inspect(world(), facts, made), await inspect(world(), facts, made)];

    expect(first).toMatchObject({ outcome: 'found', status: 'received' });
    expect(receiptsOf(first)).toEqual([
      {
        providerReference: expect.stringMatching(/./) as string,
        amountMinor: facts.amountMinor,
        receivedAt: expect.stringMatching(isoTime) as string,
      },
    ]);
    expect(receiptsOf(second)).toEqual(receiptsOf(first));
  });

  it('finds money without knowing the provider’s reference of the payment', async () => {
    const facts = world().newFacts();
    await world().makePaid(facts);

    expect(await world().provider.inspect(refOf(facts, null))).toMatchObject({ outcome: 'found', status: 'received' });
  });

  it('says that the provider knows nothing of a payment that was never made', async () => {
    expect(await world().provider.inspect(refOf(world().newFacts(), null))).toEqual({ outcome: 'missing' });
  });

  it.each(troubles)('takes %s for no refusal, and makes no second payment', async (_, trouble) => {
    const facts = world().newFacts();
    world().trouble('make', trouble);
    const made = await world().make(facts);

    expect(['unknown', 'unavailable', 'offered', 'confirming']).toContain(made.outcome);
    expect(await world().madeCount(facts)).toBeLessThanOrEqual(1);
    if ((await world().madeCount(facts)) === 0) expect(['unknown', 'unavailable']).toContain(made.outcome);
  });

  it.each(troubles.filter(([, { kind }]) => kind !== 'answer'))(
    'concludes nothing from %s when asking',
    async (_, trouble) => {
      const facts = world().newFacts();
      const made = await world().makePaid(facts);
      for (let count = 0; count < 3; count++) world().trouble('inspect', trouble);

      expect((await inspect(world(), facts, made)).outcome).toBe('silent');
    },
  );

  it('takes a server fault for silence when asking', async () => {
    const facts = world().newFacts();
    const made = await world().makePaid(facts);
    for (let count = 0; count < 3; count++) world().trouble('inspect', serverFault);
    expect((await inspect(world(), facts, made)).outcome).toBe('silent');
  });

  it('takes an unknown status for no end', async () => {
    const facts = world().newFacts();
    await world().makeStrange(facts);
    const found = await world().provider.inspect(refOf(facts, null));

    expect(found).toMatchObject({ outcome: 'found', receipts: [] });
    expect(['pending', 'confirming']).toContain((found as Found).status);
  });

  it('concludes nothing from a provider that cannot be reached', async () => {
    const lost = world().unreachable();
    const facts = world().newFacts();
    const found = await lost.provider.inspect(refOf(facts, null));
    lost.close();

    expect(found.outcome).toBe('silent');
  });
};

const cancelSuite = (world: () => ProviderWorld): void => {
  it('cancels an unpaid payment, and confirms a repeat', async () => {
    const facts = world().newFacts();
    const ref = refOf(facts, referenceOf(await world().make(facts)));

    expect(await world().provider.cancel(ref)).toEqual({ outcome: 'canceled' });
    expect(await world().provider.cancel(ref)).toEqual({ outcome: 'canceled' });
    expect(await world().provider.inspect(ref)).toMatchObject({ outcome: 'found', status: 'removed', receipts: [] });
  });

  it('reports the money instead when the payer was faster, and leaves it there', async () => {
    const facts = world().newFacts();
    const ref = refOf(facts, referenceOf(await world().makePaid(facts)));
    const found = await world().provider.inspect(ref);
    const canceled = await world().provider.cancel(ref);

    expect(canceled).toEqual({ outcome: 'received', receipts: receiptsOf(found) });
    expect(receiptsOf(await world().provider.inspect(ref))).toEqual(receiptsOf(found));
  });

  it('says that there is nothing to take back', async () => {
    expect(await world().provider.cancel(refOf(world().newFacts(), null))).toEqual({ outcome: 'missing' });
  });

  it.each(troubles)('takes %s for no answer, and gets there by asking again', async (_, trouble) => {
    const facts = world().newFacts();
    const ref = refOf(facts, referenceOf(await world().make(facts)));
    world().trouble('cancel', trouble);
    const first = await world().provider.cancel(ref);

    expect(['canceled', 'silent', 'refused']).toContain(first.outcome);
    expect(await world().provider.cancel(ref)).toEqual({ outcome: 'canceled' });
  });
};

const refundSuite = (world: () => ProviderWorld): void => {
  const paid = async (): Promise<RefundRequest> => {
    const facts = world().newFacts();
    const made = await world().makePaid(facts);
    const [receipt] = receiptsOf(await inspect(world(), facts, made));
    if (receipt === undefined) throw new Error('Nothing was received.');
    return refundRequest(facts, referenceOf(made), receipt, facts.amountMinor);
  };

  it('gives back all of it', async () => {
    const request = await paid();
    const outcome = await world().provider.refund(request);

    expect(outcome).toMatchObject({
      outcome: 'settled',
      providerReference: expect.stringMatching(/^.{1,128}$/) as string,
      settledAt: expect.stringMatching(isoTime) as string,
    });
    expect(await world().refundedMinor(request.receipt)).toBe(request.receipt.amountMinor);
    expect(await world().provider.inspectRefund(request)).toMatchObject({ outcome: 'settled' });
  });

  it('gives it back in parts, each with a name of its own', async () => {
    const all = await paid();
    const first = { ...all, ...newRefund(4_000) };
    const second = { ...all, ...newRefund(6_000), settledBeforeMinor: 4_000 };
    const outcomes = [await world().provider.refund(first)];
    world().betweenRefunds?.();
    outcomes.push(await world().provider.refund(second));

    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['settled', 'settled']);
    expect(new Set(outcomes.map(referenceOfRefund)).size).toBe(2);
    expect(await world().refundedMinor(all.receipt)).toBe(10_000);
  });

  it('gives it back once, however often the same refund is asked for', async () => {
    const request = { ...(await paid()), amountMinor: 3_000 };
    const [first, again] = [await world().provider.refund(request), await world().provider.refund(request)];

    expect(await world().refundedMinor(request.receipt)).toBe(3_000);
    expect(again).toMatchObject({ outcome: 'settled', providerReference: referenceOfRefund(first) });
  });

  it('says no when there is not as much', async () => {
    const request = { ...(await paid()), amountMinor: 10_001 };

    expect((await world().provider.refund(request)).outcome).toBe('refused');
    expect(await world().refundedMinor(request.receipt)).toBe(0);
  });

  it('says no when the provider does', async () => {
    const request = await paid();
    await world().failNextRefund();
    const outcome = await world().provider.refund(request);

    expect(outcome).toMatchObject({ outcome: 'refused', detail: expect.stringMatching(/./) as string });
    expect(await world().refundedMinor(request.receipt)).toBe(0);
  });

  it('knows that a refund was never asked for', async () => {
    expect(await world().provider.inspectRefund(await paid())).toEqual({ outcome: 'missing' });
  });

  it.each(troubles)('takes %s for no answer, and gives back once by asking again', async (_, trouble) => {
    const request = await paid();
    world().trouble('refund', trouble);
    const first = await world().provider.refund(request);
    expect(['settled', 'unknown', 'unavailable']).toContain(first.outcome);
    if ((await world().refundedMinor(request.receipt)) === 0) expect(first.outcome).not.toBe('settled');

    expect((await world().provider.refund(request)).outcome).toBe('settled');
    expect(await world().refundedMinor(request.receipt)).toBe(request.amountMinor);
  });
};

const recordSuite = (world: () => ProviderWorld): void => {
  it('has no secret, no payer and no card number in it', async () => {
    const facts = world().newFacts();
    const made = await world().makePaid(facts);
    const [receipt] = receiptsOf(await inspect(world(), facts, made));
    if (receipt !== undefined) {
      await world().provider.refund(refundRequest(facts, referenceOf(made), receipt, 1_000));
    }
    await world().provider.cancel(refOf(facts, referenceOf(made)));
    const record = JSON.stringify(world().kept);

    expect(world().kept.length).toBeGreaterThanOrEqual(3);
    for (const secret of world().secrets) expect(record).not.toContain(secret);
    expect((record.match(/(?<!\d)\d{13,19}(?!\d)/g) ?? []).filter(passesLuhn)).toEqual([]);
  });
};

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const inspect = ({ provider }: ProviderWorld, facts: PaymentFacts, made: OfferOutcome): Promise<Inspection> =>
  provider.inspect(refOf(facts, referenceOf(made)));

const refOf = (facts: PaymentFacts, providerReference: string | null): PaymentRef => ({
  facts,
  providerReference,
  expiresAt: '2026-11-21T19:00:00.000Z',
});

const referenceOf = (made: OfferOutcome): string | null =>
  'offer' in made && made.offer !== null ? made.offer.providerReference : null;

const receiptsOf = (found: Inspection): readonly Receipt[] => (found.outcome === 'found' ? found.receipts : []);

const referenceOfRefund = (outcome: RefundOutcome): string | undefined =>
  'providerReference' in outcome ? outcome.providerReference : undefined;

const newRefund = (amountMinor: number): Pick<RefundRequest, 'refundId' | 'amountMinor'> => ({
  refundId: `re_${randomIds.ulid()}`,
  amountMinor,
});

const refundRequest = (
  facts: PaymentFacts,
  providerReference: string | null,
  receipt: Receipt,
  amountMinor: number,
): RefundRequest => ({
  ...newRefund(amountMinor),
  facts,
  providerReference,
  receipt,
  targetAmountMinor: null,
  settledBeforeMinor: 0,
  reason: null,
});
