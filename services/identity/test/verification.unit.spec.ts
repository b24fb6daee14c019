import { stateMachine } from '@repasse/contracts';
import { isRejection } from '@repasse/chassis/decider';
import { type Verification } from '../src/recipients/recipient';
import { notStarted, stepVerification, type VerificationStep } from '../src/recipients/verification';

const machine = stateMachine('verification');

const refusal: VerificationStep = { type: 'refuse', reasons: ['DOCUMENT_UNREADABLE'] };
const steps: Readonly<Record<string, VerificationStep>> = {
  RecipientSubmitted: { type: 'submit' },
  RecipientVerified: { type: 'verify' },
  RecipientRefused: refusal,
  RecipientSuspended: { type: 'suspend', reason: 'UNDER_REVIEW' },
  RecipientReopened: { type: 'reopen' },
};

const pairs = machine.states.flatMap((from) => Object.keys(steps).map((by) => [from, by] as const));

describe('a verification', () => {
  it.each(pairs)('in %s does with %s what its state machine says', (from, by) => {
    const step = steps[by];
    if (step === undefined) throw new Error('There is no such step.');
    const allowed = machine.transitions.find((each) => each.from === from && each.by === by);
    const after = stepVerification({ ...notStarted, verification: from as Verification }, step);

    if (allowed === undefined) expect(isRejection(after)).toBe(true);
    else expect(after).toMatchObject({ verification: allowed.to });
  });

  it('is at its beginning after an erasure, whatever it was', () => {
    const erasures = machine.transitions.filter(({ by }) => by === 'RecipientErased');

    expect(new Set([machine.initial, ...erasures.map(({ from }) => from)])).toEqual(new Set(machine.states));
    expect(new Set(erasures.map(({ to }) => to))).toEqual(new Set([notStarted.verification]));
  });

  it('keeps why it was refused, until it is submitted again', () => {
    const refused = stepVerification({ ...notStarted, verification: 'PENDING' }, refusal);
    expect(refused).toMatchObject({ refusalReasons: ['DOCUMENT_UNREADABLE'] });
    expect(stepVerification({ ...notStarted, verification: 'REFUSED' }, { type: 'submit' })).toEqual({
      ...notStarted,
      verification: 'PENDING',
    });
  });
});
