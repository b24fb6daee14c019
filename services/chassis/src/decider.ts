/** A refusal the caller can act on. `code` is public and never renamed. */
export interface Rejection {
  readonly rejected: true;
  readonly code: string;
  readonly detail: string;
}

export const reject = (code: string, detail: string): Rejection => ({ rejected: true, code, detail });

export const isRejection = (value: unknown): value is Rejection =>
  typeof value === 'object' && value !== null && 'rejected' in value && value.rejected === true;

/** A fact of a domain as it is decided. */
export interface Happened<Type extends string, Data = Readonly<Record<string, never>>> {
  readonly type: Type;
  readonly data: Readonly<Data>;
}

/** An event of a domain: a fact, and the time of its decision. */
export type Dated<Fact> = Fact & { readonly at: string };

/** The data of a command, by the table of a domain's commands, and the time it is given at. */
export type CommandData<All, Type extends keyof All> = Readonly<All[Type]> & { readonly now: string };

/** A command of the table, of one type or of any. */
export type CommandIn<All, Type extends keyof All = keyof All> = {
  [T in Type]: { readonly type: T; readonly data: CommandData<All, T> };
}[Type];

/** Gives the facts of one decision their time, which is the command's. */
export const dated = <Fact extends object>(
  decision: readonly Fact[] | Rejection,
  at: string,
): readonly Dated<Fact>[] | Rejection => (isRejection(decision) ? decision : decision.map((fact) => ({ ...fact, at })));

export interface Decider<Command, State, Event> {
  readonly initialState: State;
  readonly decide: (command: Command, state: State) => readonly Event[] | Rejection;
  readonly evolve: (state: State, event: Event) => State;
}

/** Fails to compile when a case is missing, and fails loudly if one arrives anyway. */
export const assertNever = (value: never): never => {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
};

/** Replays history through the decider, so a test needs no store, no clock and no mocks. */
export const given = <C, S, E>(decider: Decider<C, S, E>, ...history: readonly NoInfer<E>[]) => ({
  when: (command: C): readonly E[] | Rejection =>
    decider.decide(command, history.reduce(decider.evolve, decider.initialState)),
});
