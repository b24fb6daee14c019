import { given } from '@repasse/chassis/decider';
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
  now,
  offer,
  pay,
  process,
  recordOffer,
  refusal,
  reopen,
  request,
  settleRefund,
  stateOf,
  types,
} from '../../../test/support/facts';
import { attemptsInAllLimit, attemptsLimit } from '../charge.terms';
import { type ChargeCommand } from '../charge.commands';
import { charge } from '../charge.decide';

const attemptId = 'att_1';
const requested = [create, request()];
const offered = [...requested, recordOffer()];
const decided = (history: readonly ChargeCommand[], command: ChargeCommand) =>
  given(charge, ...after(...history)).when(command);

describe('recording an offer', () => {
  it('offers an attempt that was requested', () => {
    const data = { attemptId, ...offer };
    expect(decided(requested, recordOffer())).toEqual([{ type: 'AttemptOffered', at: now, data }]);
  });

  it('keeps instructions that come after the payer has begun to pay', () => {
    expect(stateOf(after(...requested, process(), recordOffer()))).toMatchObject({
      status: 'processing',
      attempts: [{ situation: { status: 'processing' }, offer }],
    });
  });

  it.each([
    ['paid', [pay()], 'paid'],
    ['paid and refunded', [pay(), settleRefund(1, 're_1', 10_000)], 'refunded'],
  ])('keeps instructions that come after the attempt was %s', (_what, commands, status) => {
    const history = [...requested, ...commands];
    expect(decided(history, recordOffer())).toMatchObject([{ type: 'AttemptOffered', data: offer }]);
    expect(stateOf(after(...history, recordOffer()))).toMatchObject({
      status,
      attempts: [{ situation: { status }, offer }],
    });
  });

  it.each([
    ['it was offered', offered],
    ['it failed', [...requested, fail()]],
    ['it expired', [...requested, expireAttempt()]],
    ['it was offered and paid', [...offered, pay()]],
    ['the charge was canceled', [...requested, cancel]],
  ])('says nothing once %s', (_what, history) => {
    expect(decided(history, recordOffer())).toEqual([]);
  });

  it('keeps the offer whatever becomes of the attempt', () => {
    expect(stateOf(after(...offered, expireAttempt()))).toMatchObject({
      attempts: [{ situation: { status: 'expired' }, offer: { invoiceId: 7 } }],
    });
  });
});

describe('an attempt that was not requested', () => {
  it.each([recordOffer(9), process(9), reopen(9), fail(9), expireAttempt(9), confirmCanceled(9), pay(9)])(
    'is refused to $type',
    (command) => {
      expect(decided(requested, command)).toEqual(refusal('attempt.not_found'));
      expect(given(charge).when(command)).toEqual(refusal('charge.not_found'));
    },
  );
});

describe('a payment that is being processed', () => {
  it.each([
    ['was requested', requested],
    ['was offered', offered],
    ['has expired, as the charge has', [...offered, expire]],
  ])('takes the charge with it when the attempt %s', (_what, history) => {
    expect(decided(history, process())).toEqual([
      { type: 'AttemptProcessing', at: now, data: { attemptId } },
      { type: 'ChargeProcessing', at: now, data: { attemptId } },
    ]);
  });

  it('is announced once for the charge', () => {
    const history = [create, request(1), request(2), process(1)];
    expect(types(decided(history, process(2)))).toEqual(['AttemptProcessing']);
    expect(decided(history, process(1))).toEqual([]);
  });

  it.each([
    ['failed', [...offered, fail()]],
    ['was given up', [...offered, cancel]],
    ['was paid', [...offered, pay()]],
  ])('is no news of an attempt that %s', (_what, history) => {
    expect(decided(history, process())).toEqual([]);
  });

  it('leaves the charge to be paid again when it comes to nothing', () => {
    for (const ending of [reopen(), fail(), expireAttempt(), confirmCanceled()]) {
      const decision = decided([...offered, process()], ending);
      expect(types(decision)[1]).toBe('ChargeReopened');
    }
    expect(stateOf(after(...offered, process(), reopen()))).toMatchObject({
      status: 'pending',
      attempts: [{ situation: { status: 'offered' } }],
    });
  });

  it('keeps the charge while another is being processed', () => {
    expect(types(decided([create, request(1), request(2), process(1), process(2)], fail(1)))).toEqual([
      'AttemptFailed',
    ]);
  });

  it('is no news when it was not being processed', () => {
    expect(decided(offered, reopen())).toEqual([]);
  });
});

describe('a failure', () => {
  it('ends the attempt and says why', () => {
    const data = { attemptId, reason: 'DECLINED', declineCode: 'insufficient_funds', isRetryable: true };
    expect(decided(offered, fail())).toEqual([{ type: 'AttemptFailed', at: now, data }]);
  });

  const failures = (count: number): readonly ChargeCommand[] =>
    Array.from({ length: count }, (_, index) => [request(index + 1), fail(index + 1)]).flat();
  const last = [create, ...failures(attemptsLimit - 1), request(attemptsLimit, card)];

  it('of the last attempt is the charge’s own', () => {
    expect(decided(last, fail(attemptsLimit))).toMatchObject([
      { type: 'AttemptFailed' },
      { type: 'ChargeFailed', at: now, data: { reason: 'DECLINED' } },
    ]);
    expect(types(decided([...last, process(attemptsLimit)], fail(attemptsLimit)))).toEqual([
      'AttemptFailed',
      'ChargeFailed',
    ]);
  });

  it.each(['PROVIDER_ERROR', 'DECLINED'] as const)('that is technical (%s) uses up no try of the payer', (reason) => {
    expect(types(decided(last, failTechnically(attemptsLimit, reason)))).toEqual(['AttemptFailed']);
    const history = [...last, failTechnically(attemptsLimit, reason), request(attemptsLimit + 1, card)];
    expect(types(decided(history, fail(attemptsLimit + 1)))).toEqual(['AttemptFailed', 'ChargeFailed']);
  });

  it('that is technical lets a charge that takes one try be tried again', () => {
    const one = { ...create, data: { ...create.data, terms: { ...chargeTerms, attemptsMax: 1 } } };
    const history = [one, request(1, card), process(1), failTechnically(1)];
    expect(stateOf(after(...history))).toMatchObject({ status: 'pending' });
    expect(types(decided(history, request(2, card)))).toEqual(['AttemptRequested']);
  });

  it('that is technical ends a charge after twenty attempts in all', () => {
    const failed = Array.from({ length: attemptsInAllLimit - 1 }, (_, index) => [
      request(index + 1),
      failTechnically(index + 1),
    ]).flat();
    const history = [create, ...failed, request(attemptsInAllLimit)];
    expect(stateOf(after(...history))).toMatchObject({ status: 'pending' });
    expect(types(decided(history, failTechnically(attemptsInAllLimit)))).toEqual(['AttemptFailed', 'ChargeFailed']);
  });

  it('of the last attempt leaves a charge open that another can still pay', () => {
    const history = [create, request(1), ...failures(attemptsLimit).slice(2, -1)];
    expect(types(decided(history, fail(attemptsLimit)))).toEqual(['AttemptFailed']);
    expect(types(decided([...history, fail(attemptsLimit)], fail(1)))).toEqual(['AttemptFailed', 'ChargeFailed']);
  });

  it('of the last attempt leaves a charge open that holds money', () => {
    const rest = { grossAmountMinor: 4_000 };
    const others = Array.from({ length: attemptsLimit - 1 }, (_, index) => [request(index + 2, rest), fail(index + 2)]);
    const history = [create, request(1), pay(1, { receivedAmountMinor: 6_000 }), ...others.flat()];
    expect(stateOf(after(...history))).toMatchObject({ status: 'pending' });
  });
});

describe('an attempt that is given up', () => {
  it.each([
    ['the charge is canceled', cancel],
    ['another is paid', pay(2)],
  ])('is canceled when %s, and certain once its provider says so', (_what, command) => {
    const history = [create, request(1), recordOffer(1), request(2), command];
    const before = stateOf(after(...history)).attempts[0]?.situation;
    expect(before).toEqual({ status: 'canceled', isConfirmed: false });
    expect(decided(history, confirmCanceled(1))).toMatchObject([
      { type: 'AttemptCanceled', data: { isConfirmed: true } },
    ]);
    expect(decided([...history, confirmCanceled(1)], confirmCanceled(1))).toEqual([]);
  });

  it('has expired when its provider says that it did before it could be canceled', () => {
    const history = [create, request(1), recordOffer(1), request(2), pay(2)];
    expect(types(decided(history, expireAttempt(1)))).toEqual(['AttemptExpired']);
    expect(stateOf(after(...history, expireAttempt(1))).attempts[0]?.situation).toEqual({ status: 'expired' });
    expect(decided([...history, confirmCanceled(1)], expireAttempt(1))).toEqual([]);
  });

  it('is taken for canceled when the provider alone took it back', () => {
    expect(types(decided(offered, confirmCanceled()))).toEqual(['AttemptCanceled']);
  });

  it.each([
    ['failed', [...offered, fail()]],
    ['expired with its charge', [...offered, expire]],
  ])('is no news when it %s', (_what, history) => {
    expect(decided(history, confirmCanceled())).toEqual([]);
  });
});
