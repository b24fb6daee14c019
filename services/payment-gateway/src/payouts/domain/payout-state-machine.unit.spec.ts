import { given, isRejection } from '@repasse/chassis/decider';
import { stateMachine } from '@repasse/contracts';
import * as cast from '../../../test/support/payouts';
import { type PayoutState } from './payout';
import { type PayoutCommand } from './payout-commands';
import { payout } from './payout.decide';
import { type PayoutEvent } from './payout-events';

const { now, facts, terms, price, reference, requested, priced, prepared, confirming, settled, failed } = cast;
const { providerReference } = reference;

/** Every way to come to be in a state that could make a difference. */
const histories: readonly PayoutEvent[][] = [
  [requested],
  [requested, priced],
  [requested, priced, prepared],
  [requested, priced, prepared, confirming],
  [requested, priced, prepared, settled],
  [requested, priced, prepared, confirming, settled],
  [requested, failed],
  [requested, priced, failed],
  [requested, priced, prepared, failed],
  [requested, priced, prepared, confirming, failed],
  [...cast.pixPaid],
  [...cast.pixPaid, cast.returned],
  [...cast.pixPaid, cast.allReturned],
];

const back = (returnedMinor: number): PayoutCommand => ({
  type: 'ReturnPayout',
  data: {
    ...{ providerReference: cast.idEnvio, returnReference: 'D2', returnReason: null },
    ...{ returnedMinor, returnedAt: now, now },
  },
});

const commands: readonly PayoutCommand[] = [
  { type: 'RequestPayout', data: { facts, terms, now } },
  { type: 'PricePayout', data: { price, now } },
  { type: 'PreparePayout', data: { reference, now } },
  { type: 'RefusePayout', data: { failure: 'no', now } },
  { type: 'ConfirmPayout', data: { providerReference, now } },
  { type: 'SettlePayout', data: { providerReference, transactionHash: null, settledAt: now, now } },
  { type: 'FailPayout', data: { providerReference, failure: 'no', now } },
  back(9_800),
  back(49_800),
];

const machine = stateMachine('payout');
const stateAfter = (history: readonly PayoutEvent[]): PayoutState => history.reduce(payout.evolve, payout.initialState);
/** The steps before the release are not public. */
const nameAfter = (history: readonly PayoutEvent[]): string => {
  const { status } = stateAfter(history);
  return ['requested', 'priced', 'prepared'].includes(status) ? 'PENDING' : status.toUpperCase();
};

const moves = histories.flatMap((history) =>
  commands.flatMap((command) => {
    const decision = given(payout, ...history).when(command);
    if (isRejection(decision)) return [];
    return decision.map((event) => ({ from: nameAfter(history), to: nameAfter([...history, event]), by: event.type }));
  }),
);

describe('the payout against contracts/state-machines/payout.json', () => {
  it('begins where the file says', () => {
    expect(nameAfter([requested])).toBe(machine.initial);
  });

  it.each(machine.states)('can be %s', (state) => {
    expect(histories.map(nameAfter)).toContain(state);
  });

  it.each(machine.transitions)('goes from $from to $to by $by', (transition) => {
    expect(moves).toContainEqual(transition);
  });

  it('makes no other move, except privately and on the spot', () => {
    const unlisted = moves.filter(
      (move) =>
        !machine.transitions.some((each) => each.from === move.from && each.to === move.to && each.by === move.by),
    );

    expect(unlisted).toEqual([
      { from: 'PENDING', to: 'PENDING', by: 'PayoutPriced' },
      { from: 'PENDING', to: 'PENDING', by: 'PayoutPrepared' },
    ]);
  });
});
