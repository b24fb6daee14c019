import { reject } from '@repasse/chassis/decider';
import { createEventStore } from '@repasse/chassis/event-store/event-store';
import { createLogger } from '@repasse/chassis/log/logger';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { fakeClock } from '@repasse/chassis/testing/clock';
import { fakeDatabase } from '@repasse/chassis/testing/fake-database';
import { countingIds } from '@repasse/chassis/testing/ids';
import { facts, offer, offered, receipt, requested } from '../../../test/support/payments';
import { type KnownPayment, type PaymentState } from '../domain/payment';
import { type LaterCommand } from '../domain/payment-commands';
import { evolve } from '../domain/payment.evolve';
import { Card } from '../../providers/card';
import { type CardProvider } from '../../providers/provider';
import { createRegistry } from '../../providers/registry';
import { createPaymentStore, type PaymentStore } from '../store/payment-store';
import { type SavedCards } from '../../cards/store/saved-cards';
import { offerPayment } from './offer-payment';
import { payByCard } from '../../cards/workflow/pay-by-card';
import { recordProviderFacts } from './record-provider-facts';
import { lookAtPayment, refreshPayment } from './refresh-payment';
import { withdrawPayment } from './withdraw-payment';

const known = (...events: (typeof requested)[]): KnownPayment => {
  const state = events.reduce<PaymentState>(evolve, { status: 'absent' });
  if (state.status === 'absent') throw new Error('A payment begins with its request.');
  return state;
};
const waiting = { ...known(requested), facts: { ...facts, chargeId: null } } as KnownPayment;
const open = known(requested, offered);
const card = new Card({
  number: '4024007100000024',
  holderName: 'ANA SOUZA',
  expirationMonth: 12,
  expirationYear: 2035,
  securityCode: '123',
});

const notAsked = (): never => {
  throw new Error('No test here asks the provider for this.');
};

/** A provider that tells of money whatever it is asked, and a payment that takes everything else. */
const setUp = (isReceiptTaken: boolean) => {
  const lines: Record<string, unknown>[] = [];
  const metrics = createMetrics('test');
  const received = { outcome: 'received', offer, receipts: [receipt()] } as const;
  const provider: CardProvider = {
    name: facts.provider,
    paymentMethod: 'CREDIT_CARD',
    canRepeatOffer: false,
    offer: async () => received,
    charge: async () => received,
    inspect: async () => ({ outcome: 'found', status: 'received', receipts: [receipt()] }),
    cancel: async () => ({ outcome: 'received', receipts: [receipt()] }),
    refund: notAsked,
    inspectRefund: notAsked,
    start: notAsked,
  };
  const [db, ids] = [fakeDatabase(), countingIds()];
  const payments: PaymentStore = {
    ...createPaymentStore({ db, store: createEventStore({ db, metrics }), ids }),
    run: async (_, { type }) =>
      type === 'RecordReceipt' && !isReceiptTaken
        ? reject('payment.receipt_taken', 'It is of another payment.')
        : { events: [offered], state: open },
    load: async () => open,
    recall: async () => open,
  };
  const providers = createRegistry([provider]);
  const log = createLogger({
    service: 'test',
    level: 'info',
    destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  const deps = { payments, providers, clock: fakeClock(), ids, log, metrics };
  const counted = () => metrics.registry.getSingleMetricAsString('repasse_receipts_total');
  return { deps, lines, counted };
};

type World = ReturnType<typeof setUp>;

const ways: readonly (readonly [string, (world: World) => Promise<unknown>])[] = [
  ['offer', ({ deps }) => offerPayment(deps, waiting, { isRepeat: false, payer: null })],
  [
    'offer',
    ({ deps }) =>
      payByCard({ ...deps, savedCards: {} as SavedCards }, waiting, card, {
        ...{ payer: null, isToBeSaved: false, isChargeOpen: false },
      }),
  ],
  ['callback', ({ deps }) => refreshPayment(deps, facts.paymentId, 'callback')],
  ['statement', ({ deps }) => refreshPayment(deps, facts.paymentId, 'statement')],
  ['reconciler', ({ deps }) => lookAtPayment(deps, open, 'reconciler')],
  ['caller', ({ deps }) => lookAtPayment(deps, open, 'caller')],
  ['cancellation', ({ deps }) => withdrawPayment(deps, open)],
];

describe.each(ways)('money that a provider tells of (%s)', (source, tell) => {
  it('is logged as an error and counted when it is refused', async () => {
    const world = setUp(false);
    await tell(world);

    expect(world.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { msg: 'receipt not recorded', source, receipt: 'E1', code: 'payment.receipt_taken' },
    ]);
    expect(await world.counted()).toContain(`source="${source}",outcome="refused"`);
  });

  it('is counted when it is recorded', async () => {
    const world = setUp(true);
    await tell(world);

    expect(world.lines).toContainEqual(expect.objectContaining({ msg: 'payment received', source }));
    expect(await world.counted()).toContain(`source="${source}",outcome="recorded"`);
  });
});

it('goes on after a fact that is refused, and tells news first', async () => {
  const { deps, lines } = setUp(false);
  const after: LaterCommand[] = [{ type: 'ExpirePayment', data: { now: '2026-11-21T12:00:00.000Z' } }];
  const { outcome, state } = await recordProviderFacts(
    deps,
    facts.paymentId,
    { receipts: [receipt()], after },
    'caller',
  );

  expect({ outcome, state }).toEqual({ outcome: 'recorded', state: open });
  expect(lines).toHaveLength(1);
  expect(await recordProviderFacts(deps, facts.paymentId, {}, 'caller')).toEqual({
    outcome: 'nothing',
    state: undefined,
  });
});
