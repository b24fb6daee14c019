import type { Decider } from '@repasse/chassis/decider';
import { createExecutor, type Executor, type RunOptions, type RunOutcome } from '@repasse/chassis/event-store/execute';
import type { EventStore } from '@repasse/chassis/event-store/event-store';
import type { Ids } from '@repasse/chassis/ids';
import type { ChargeState } from '../domain/charge';
import type { ChargeCommand, CreateCharge, RequestAttempt } from '../domain/charge.commands';
import { charge } from '../domain/charge.decide';
import type { ChargeEvent } from '../domain/charge.events';
import { effectsOf, type AttemptInputs, type CreationInputs } from './effects';
import { publicEventOf } from './public-events';
import { createInTurn } from './in-turn';
import { upToDate } from './stored-events';

export type ChargeOutcome = RunOutcome<ChargeState, ChargeEvent>;
export type ChargeRunOptions = RunOptions<ChargeState>;

/** Charges by command. What a command leads to is kept whole: events, read rows, keys and messages. */
export interface ChargeStore {
  /** `inputs` is what comes with a new charge and stays out of its events. */
  create(command: CreateCharge, inputs: CreationInputs, options: ChargeRunOptions): Promise<ChargeOutcome>;
  requestAttempt(command: RequestAttempt, inputs: AttemptInputs, options?: ChargeRunOptions): Promise<ChargeOutcome>;
  run(chargeId: string, command: ChargeCommand, options?: ChargeRunOptions): Promise<ChargeOutcome>;
  load(chargeId: string): Promise<ChargeState>;
}

/** The domain knows its events in their newest form only. */
const decider: Decider<ChargeCommand, ChargeState, ChargeEvent> = {
  ...charge,
  evolve: (state, event) => charge.evolve(state, upToDate(event, state)),
};

export const createChargeStore = ({ store, ids }: { readonly store: EventStore; readonly ids: Ids }): ChargeStore => {
  const executorWith = (inputs?: AttemptInputs | CreationInputs): Executor<ChargeCommand, ChargeState, ChargeEvent> =>
    createExecutor({
      store,
      ids,
      decider,
      toPublic: publicEventOf,
      effectsOf: (state, events) => effectsOf(state, events, inputs),
    });
  const executor = executorWith();
  const inTurn = createInTurn();
  // Within a caller's transaction nothing is waited for but its locks: whoever has the turn may be waiting for those.
  const takeTurn = (
    chargeId: string,
    options: ChargeRunOptions | undefined,
    work: () => Promise<ChargeOutcome>,
  ): Promise<ChargeOutcome> => (options?.tx ? work() : inTurn(chargeId, work));

  return {
    create: (command, inputs, options) => executorWith(inputs).run(command.data.terms.chargeId, command, options),
    requestAttempt: (command, inputs, options) => {
      const { chargeId } = command.data;
      return takeTurn(chargeId, options, () => executorWith(inputs).run(chargeId, command, options));
    },
    run: (chargeId, command, options) => takeTurn(chargeId, options, () => executor.run(chargeId, command, options)),
    load: async (chargeId) => (await executor.load(chargeId)).state,
  };
};
