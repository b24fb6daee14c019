import { isRejection, type Rejection } from '@repasse/chassis/decider';
import {
  createExecutor,
  isUniqueViolation,
  type CommandOf,
  type Executed,
  type PreparedRun,
  type RunOptions,
  type RunOutcome,
} from '@repasse/chassis/event-store/execute';
import { type EventStore } from '@repasse/chassis/event-store/event-store';
import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { createInTurn } from '@repasse/chassis/waiting/in-turn';
import { type ChargeState, type ExistingCharge } from '../domain/charge';
import { type ChargeCommand, type CreateCharge, type RequestAttempt } from '../domain/charge.commands';
import { charge } from '../domain/charge.decide';
import { type ChargeEvent } from '../domain/charge.events';
import { effectsOf, type AttemptInputs, type CreationInputs } from './effects';
import { publicEventOf } from '../public/public-events';

/** A charge as a command has left it, with the events of the command. */
export type ChargeOutcome = Executed<ExistingCharge, ChargeEvent> | Rejection;
/** `key_used`: the caller's own key for the attempt has made another before. */
export type AttemptOutcome = ChargeOutcome | 'key_used';
export type ChargeRunOptions = Pick<RunOptions<ChargeState>, 'idempotency' | 'isNew'>;

/** Charges by command. All results of a command are kept together: events, read rows, keys and messages. */
export interface ChargeStore {
  /** `inputs` belong to a new charge and stay out of its events. */
  create(command: CreateCharge, inputs: CreationInputs, options: ChargeRunOptions): Promise<AttemptOutcome>;
  requestAttempt(command: RequestAttempt, inputs: AttemptInputs, options?: ChargeRunOptions): Promise<AttemptOutcome>;
  run(chargeId: string, command: ChargeCommand, options?: ChargeRunOptions): Promise<ChargeOutcome>;
  /** Commands on any charges in the caller's transaction. */
  runAll(
    tx: Tx,
    commands: readonly CommandOf<ChargeCommand>[],
  ): Promise<readonly (Executed<ChargeState, ChargeEvent> | Rejection)[]>;
  /** The same without a transaction; see Executor. */
  prepareAll(commands: readonly CommandOf<ChargeCommand>[]): Promise<PreparedRun<ChargeState, ChargeEvent> | undefined>;
  load(chargeId: string): Promise<ChargeState>;
}

/**
 * The offer is recorded within a second of its charge, and the payment of an impatient payer soon after: a thousand
 * charges of some kilobytes cover seconds at any rate a process reaches.
 */
const rememberedMax = 1_000;

export const createChargeStore = ({ store, ids }: { readonly store: EventStore; readonly ids: Ids }): ChargeStore => {
  const executor = createExecutor<ChargeCommand, ChargeState, ChargeEvent, AttemptInputs | CreationInputs>({
    ...{ store, ids, effectsOf, rememberedMax },
    decider: charge,
    toPublic: publicEventOf,
  });
  /** Of fifty payers at once most would lose the race for the stream more often than it is run again. */
  const inTurn = createInTurn();

  return {
    create: async (command, inputs, options) =>
      outcomeOf(await executor.run(command.data.terms.chargeId, command, { ...options, beside: inputs })),
    requestAttempt: async (command, inputs, options) => {
      const { chargeId } = command.data;
      return outcomeOf(await inTurn(() => executor.run(chargeId, command, { ...options, beside: inputs }), chargeId));
    },
    run: async (chargeId, command, options) => {
      const outcome = outcomeOf(await inTurn(() => executor.run(chargeId, command, options), chargeId));
      if (outcome === 'key_used') throw new Error(`${command.type} of ${chargeId} has no key, and one was used.`);
      return outcome;
    },
    runAll: (tx, commands) => executor.runAll(tx, commands),
    prepareAll: (commands) => executor.prepareAll(commands),
    load: async (chargeId) => (await executor.load(chargeId)).state,
  };
};

const outcomeOf = (outcome: RunOutcome<ChargeState, ChargeEvent>): AttemptOutcome => {
  if (isRejection(outcome)) return outcome;
  if (isUniqueViolation(outcome)) return 'key_used';
  const { state } = outcome;
  if (state.status === 'absent') throw new Error('A charge was decided on and is absent.');
  return { ...outcome, state };
};
