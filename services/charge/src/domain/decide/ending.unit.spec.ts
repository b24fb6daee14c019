import { given } from '@repasse/chassis/decider';
import {
  after,
  afterExpiry,
  cancel,
  card,
  chargeTerms,
  create,
  expire,
  fail,
  now,
  pay,
  process,
  recordOffer,
  refusal,
  reopen,
  request,
  types,
} from '../../../test/support/facts';
import { type ChargeCommand } from '../charge.commands';
import { charge } from '../charge.decide';

const { chargeId } = chargeTerms;
const decided = (history: readonly ChargeCommand[], command: ChargeCommand) =>
  given(charge, ...after(...history)).when(command);

describe('canceling a charge', () => {
  it('gives up its open attempts', () => {
    expect(decided([create, request(1), fail(1), request(2), recordOffer(2), request(3)], cancel)).toMatchObject([
      { type: 'AttemptCanceled', data: { attemptId: 'att_2', isConfirmed: false } },
      { type: 'AttemptCanceled', data: { attemptId: 'att_3' } },
      { type: 'ChargeCanceled', at: now, data: {} },
    ]);
  });

  it('says nothing the second time', () => {
    expect(decided([create, cancel], cancel)).toEqual([]);
  });

  it.each([
    ['was paid', [create, request(), pay()]],
    ['has expired', [create, expire]],
    ['is being paid', [create, request(), process()]],
    ['is being paid by card, though the answer is not here', [create, request(1, card)]],
  ])('refuses one that %s', (_what, history) => {
    expect(decided(history, cancel)).toEqual(refusal('charge.not_cancelable'));
  });
});

describe('expiring a charge', () => {
  it('ends its open attempts with it', () => {
    expect(decided([create, request(1), recordOffer(1)], expire)).toMatchObject([
      { type: 'AttemptExpired', at: afterExpiry, data: { attemptId: 'att_1' } },
      { type: 'ChargeExpired', at: afterExpiry, data: {} },
    ]);
  });

  it('waits out the grace, in which the last payments are told', () => {
    const early: ChargeCommand = { type: 'ExpireCharge', data: { chargeId, now: '2026-01-02T00:00:59.999Z' } };
    expect(decided([create], early)).toEqual([]);
    expect(types(decided([create], expire))).toEqual(['ChargeExpired']);
  });

  it('waits for who is paying', () => {
    expect(decided([create, request(), process()], expire)).toEqual([]);
    expect(decided([create, request(1, card)], expire)).toEqual([]);
    expect(types(decided([create, request(), recordOffer(), process(), reopen()], expire))).toContain('ChargeExpired');
  });

  it.each([
    ['paid', [create, request(), pay()]],
    ['canceled', [create, cancel]],
    ['expired', [create, expire]],
  ])('says nothing of one that is %s', (_what, history) => {
    expect(decided(history, expire)).toEqual([]);
  });
});
