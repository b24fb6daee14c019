import { given } from '@repasse/chassis/decider';
import * as cast from '../../../test/support/payments';
import { type DataOf, type PaymentCommand } from '../../payments/domain/payment-commands';
import { payment } from '../../payments/domain/payment.decide';
import { type PaymentEvent } from '../../payments/domain/payment-events';
import { allowedActions, disputeIn, evidenceMax } from './answer.decide';

const { now, requested, received, atSeconds } = cast;
const disputeId = 'dsp_01KAJ2F3V4N7Q0S6T3W9X5Y1Z2';
const respondBy = atSeconds(60);
const refusal = (code: string): object => expect.objectContaining({ rejected: true, code }) as object;

const opened = (other: object = { respondBy }): PaymentEvent => ({
  type: 'DisputeOpened',
  at: now,
  data: {
    dispute: { disputeId, providerReference: 'C1', amountMinor: 10_000, ...other },
    reason: 'fraud',
    openedAt: now,
  },
});
const evidence = (n: number): { evidenceId: string; sha256: string } => ({
  evidenceId: `evd_${String(n)}`,
  sha256: String(n),
});
const added = (n: number): PaymentEvent => ({
  type: 'DisputeEvidenceAdded',
  at: now,
  data: { disputeId, ...evidence(n) },
});
const removed = (n: number): PaymentEvent => ({
  type: 'DisputeEvidenceRemoved',
  at: now,
  data: { disputeId, evidenceId: evidence(n).evidenceId },
});
const answered = (decision: 'CONTEST' | 'ACCEPT'): PaymentEvent => ({
  type: 'DisputeAnswered',
  at: now,
  data: { disputeId, decision },
});
const lost: PaymentEvent = { type: 'DisputeLost', at: now, data: { disputeId, decidedAt: now } };

const add = (n: number, at = now): PaymentCommand => ({
  type: 'AddDisputeEvidence',
  data: { disputeId, ...evidence(n), now: at },
});
const remove = (n: number): PaymentCommand => ({
  type: 'RemoveDisputeEvidence',
  data: { disputeId, evidenceId: evidence(n).evidenceId, now },
});
const answer = (other: Partial<DataOf<'AnswerDispute'>> = {}): PaymentCommand => ({
  type: 'AnswerDispute',
  data: { disputeId, decision: 'CONTEST', hasText: true, now, ...other },
});
const disputed = given(payment, requested, received, opened());
const after = (...events: readonly PaymentEvent[]) => given(payment, requested, received, opened(), ...events);

describe('evidence', () => {
  it('is added and removed while an answer is waited for', () => {
    expect(disputed.when(add(1))).toEqual([added(1)]);
    expect(after(added(1)).when(remove(1))).toEqual([removed(1)]);
  });

  it('of the same bytes is no news, nor is removing what is not there', () => {
    expect(after(added(1)).when(add(1))).toEqual([]);
    expect(after(added(1), answered('CONTEST')).when(add(1))).toEqual([]);
    expect(disputed.when(remove(1))).toEqual([]);
    expect(after(added(1), removed(1)).when(add(1))).toEqual([added(1)]);
  });

  it('has its number, which a removed piece leaves', () => {
    const full = Array.from({ length: evidenceMax }, (_, n) => added(n));

    expect(after(...full).when(add(99))).toEqual(refusal('dispute.evidence_full'));
    expect(after(...full, removed(0)).when(add(99))).toEqual([added(99)]);
  });

  it.each([
    ['dispute.answered', [answered('ACCEPT')]],
    ['dispute.decided', [lost]],
  ])('is refused with %s', (code, events) => {
    expect(after(...events).when(add(1))).toEqual(refusal(code));
    expect(after(added(1), ...events).when(remove(1))).toEqual(refusal(code));
  });

  it('is refused from the moment on at which the time is over', () => {
    expect(disputed.when(add(1, atSeconds(59.999)))).toEqual([{ ...added(1), at: atSeconds(59.999) }]);
    expect(disputed.when(add(1, respondBy))).toEqual(refusal('dispute.overdue'));
    const timeless = given(payment, requested, received, opened({}));
    expect(timeless.when(add(1, atSeconds(1_000_000)))).toMatchObject([{ type: 'DisputeEvidenceAdded' }]);
  });

  it('is of a dispute that is there', () => {
    expect(given(payment, requested, received).when(add(1))).toEqual(refusal('dispute.not_found'));
    expect(given(payment).when(answer())).toEqual(refusal('dispute.not_found'));
  });
});

describe('an answer', () => {
  it('contests with a text or with evidence, and accepts with neither', () => {
    expect(disputed.when(answer())).toEqual([answered('CONTEST')]);
    expect(after(added(1)).when(answer({ hasText: false }))).toEqual([answered('CONTEST')]);
    expect(disputed.when(answer({ hasText: false }))).toEqual(refusal('dispute.nothing_to_send'));
    expect(disputed.when(answer({ hasText: false, decision: 'ACCEPT' }))).toEqual([answered('ACCEPT')]);
  });

  it('is given once', () => {
    expect(after(answered('CONTEST')).when(answer())).toEqual([]);
    expect(after(answered('CONTEST')).when(answer({ decision: 'ACCEPT' }))).toEqual(refusal('dispute.answered'));
    expect(after(lost).when(answer())).toEqual(refusal('dispute.decided'));
    expect(disputed.when(answer({ now: respondBy }))).toEqual(refusal('dispute.overdue'));
  });

  it('leaves it to the provider who wins', () => {
    const told = { disputeId, providerReference: 'C1', amountMinor: 10_000, reason: null, at: now, now };

    expect(after(answered('ACCEPT')).when({ type: 'RecordDispute', data: { ...told, status: 'won' } })).toMatchObject([
      { type: 'DisputeWon' },
    ]);
  });
});

describe('what can be done', () => {
  const actionsAfter = (at: string, ...events: readonly PaymentEvent[]) => {
    const state = [requested, received, opened(), ...events].reduce(payment.evolve, payment.initialState);
    const dispute = disputeIn(state, disputeId);
    return dispute && allowedActions(dispute, at);
  };

  it('follows from where the dispute stands', () => {
    expect(actionsAfter(now)).toEqual(['add_evidence', 'answer']);
    expect(actionsAfter(now, added(1))).toEqual(['add_evidence', 'remove_evidence', 'answer']);
    const full = Array.from({ length: evidenceMax }, (_, n) => added(n));
    expect(actionsAfter(now, ...full)).toEqual(['remove_evidence', 'answer']);
    expect(actionsAfter(respondBy)).toEqual(['wait']);
    expect(actionsAfter(now, answered('CONTEST'))).toEqual(['wait']);
    expect(actionsAfter(now, lost)).toEqual([]);
  });
});

describe('the time to answer', () => {
  const told: DataOf<'RecordDispute'> = {
    ...{ disputeId, providerReference: 'C1', amountMinor: 10_000, reason: null, at: now, now, respondBy },
    status: 'open',
  };

  it('is kept of a dispute that is open, and of no use when it comes decided', () => {
    const paid = given(payment, requested, received);

    expect(paid.when({ type: 'RecordDispute', data: told })).toMatchObject([{ data: { dispute: { respondBy } } }]);
    const [ended] = paid.when({ type: 'RecordDispute', data: { ...told, status: 'lost' } }) as PaymentEvent[];
    expect(ended?.data).not.toHaveProperty('dispute.respondBy');
  });
});
