/** Reads a provider's states in our words. An unknown one, or none, is `otherwise`: it must decide nothing. */
export const stateMap = <State extends string>(states: Readonly<Record<string, State>>, otherwise: State) => {
  const byName = new Map<unknown, State>(Object.entries(states));
  return (state: unknown): State => byName.get(state) ?? otherwise;
};
