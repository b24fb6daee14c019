/**
 * A journey waits for conditions, and each wait has a limit of its own and says what it waited for. Jest's limit for a
 * whole test only ends what hangs, so it is longer than all of these together.
 */
jest.setTimeout(400_000);
