import { given } from '@repasse/chassis/decider';
import {
  after,
  attempt,
  attemptTerms,
  cancel,
  card,
  chargeTerms,
  create,
  createdAt,
  expire,
  fail,
  now,
  pay,
  pricing,
  process,
  recordOffer,
  refusal,
  request,
  stateOf,
} from '../../../test/support/facts';
import { attemptsLimit, type AttemptTerms, type ChargeTerms } from '../charge.terms';
import { type ChargeCommand } from '../charge.commands';
import { charge } from '../charge.decide';
import { type ChargeEvent } from '../charge.events';

const { chargeId, expiresAt } = chargeTerms;
const created: ChargeEvent = { type: 'ChargeCreated', at: createdAt, data: { terms: chargeTerms, pricing } };
const createWith = (over: Partial<ChargeTerms>, first: AttemptTerms | null = null): ChargeCommand => ({
  type: 'CreateCharge',
  data: { now: createdAt, terms: { ...chargeTerms, ...over }, pricing, attempt: first },
});

describe('creating a charge', () => {
  it('creates one without an attempt', () => {
    expect(given(charge).when(create)).toEqual([created]);
  });

  it('requests the first attempt with it', () => {
    expect(given(charge).when(createWith({}, attemptTerms))).toEqual([
      created,
      { type: 'AttemptRequested', at: createdAt, data: attemptTerms },
    ]);
  });

  it.each([
    ['another currency', { currency: 'USD' }, 'charge.currency_not_supported'],
    ['nothing', { grossAmountMinor: 0 }, 'charge.amount_not_positive'],
    ['less than nothing', { grossAmountMinor: -1 }, 'charge.amount_not_positive'],
    ['more than a provider can take', { grossAmountMinor: 1_000_000_000_000 }, 'charge.amount_too_large'],
    ['one that has expired', { expiresAt: createdAt }, 'charge.expires_in_past'],
    [
      'FIXED shares above the amount',
      { split: [{ kind: 'FIXED', userId: 2, amountMinor: 10_001 }] },
      'charge.split_exceeds_amount',
    ],
    [
      'PERCENT shares above the whole',
      {
        split: [
          { kind: 'PERCENT', userId: 2, percentBps: 9_999 },
          { kind: 'PERCENT', userId: 3, percentBps: 2 },
        ],
      },
      'charge.split_exceeds_amount',
    ],
  ] as const)('refuses %s', (_what, over, code) => {
    expect(given(charge).when(createWith(over))).toEqual(refusal(code));
  });

  it('refuses a first attempt by a method that it does not allow, and takes one by a method that it does', () => {
    expect(given(charge).when(createWith({ methods: ['CREDIT_CARD'] }, attemptTerms))).toEqual(
      refusal('charge.method_not_offered'),
    );
    expect(given(charge).when(createWith({ methods: ['CREDIT_CARD', 'PIX'] }, attemptTerms))).toHaveLength(2);
  });

  it('accepts shares of exactly the whole', () => {
    const split = [
      { kind: 'FIXED' as const, userId: 2, amountMinor: 10_000 },
      { kind: 'PERCENT' as const, userId: 3, percentBps: 10_000 },
    ];
    expect(given(charge).when(createWith({ split }))).toHaveLength(1);
  });

  it('says nothing the second time', () => {
    expect(given(charge, created).when(create)).toEqual([]);
  });

  it('refuses the same id with other content', () => {
    expect(given(charge, created).when(createWith({ grossAmountMinor: 1 }))).toEqual(
      refusal('charge.exists_with_different_content'),
    );
  });
});

describe('requesting an attempt', () => {
  const tenOf = (last: ChargeCommand): readonly ChargeCommand[] =>
    Array.from({ length: attemptsLimit }, (_, index) => [
      request(index + 1),
      index < attemptsLimit - 1 ? fail(index + 1) : last,
    ]).flat();

  it('requests it beside those that are open', () => {
    expect(given(charge, ...after(create, request(1), recordOffer(1))).when(request(2))).toEqual([
      { type: 'AttemptRequested', at: now, data: attempt(2) },
    ]);
  });

  it('says nothing the second time', () => {
    expect(given(charge, ...after(create, request(1), fail(1))).when(request(1))).toEqual([]);
  });

  it.each([
    ['that is absent', [], 'charge.not_found'],
    ['that was paid', [create, request(), pay()], 'charge.not_payable'],
    ['that was canceled', [create, cancel], 'charge.not_payable'],
    ['that has expired', [create, expire], 'charge.not_payable'],
    ['whose payment is being processed', [create, request(), process()], 'charge.payment_in_progress'],
    ['whose card is being charged', [create, request(1, card)], 'charge.payment_in_progress'],
    ['whose tenth attempt is open', [create, ...tenOf(recordOffer(attemptsLimit))], 'charge.attempts_exhausted'],
    ['whose tenth attempt failed', [create, ...tenOf(fail(attemptsLimit))], 'charge.attempts_exhausted'],
  ] as const)('refuses a charge %s', (_what, history, code) => {
    expect(given(charge, ...after(...history)).when(request(11))).toEqual(refusal(code));
  });

  it('refuses it once the time is over, also before the charge is recorded as expired', () => {
    const late: ChargeCommand = { type: 'RequestAttempt', data: { chargeId, now: expiresAt, attempt: attempt(1) } };
    expect(given(charge, ...after(create)).when(late)).toEqual(refusal('charge.not_payable'));
  });

  it('asks for what is left of a charge that was paid in part', () => {
    const history = after(create, request(1), pay(1, { receivedAmountMinor: 6_000 }));
    expect(given(charge, ...history).when(request(2))).toEqual(refusal('charge.amount_changed'));
    expect(given(charge, ...history).when(request(2, { grossAmountMinor: 4_000 }))).toHaveLength(1);
  });

  it('stops the service where a history has no beginning', () => {
    expect(() => stateOf(after(create, request()).slice(1))).toThrow('never created');
    expect(() => stateOf([...after(create), ...after(create, request(), recordOffer()).slice(-1)])).toThrow(
      'never requested',
    );
  });
});
