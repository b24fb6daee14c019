import { kafkaPrerequisites } from '../../deploy/kafka/start';
import { RunningStack, stackStartTimeoutMs, type BusName } from './running-stack';
import { SharedStack, type SharedStackName } from './shared-stack';

type Tests<Stack> = (stack: Stack, bus: BusName) => void;

/** Runs the same tests on the log in PostgreSQL and on a real Kafka, each on a stack of its own: one may be killed there. */
export const describeOnEachBus = (name: string, tests: Tests<RunningStack>): void => {
  describeOn('postgres', name, tests);
  describeOn('kafka', name, tests);
};

export const describeOn = (bus: BusName, name: string, tests: Tests<RunningStack>): void =>
  describeWhere(bus, name, () => {
    const stack = new RunningStack(bus);
    beforeAll(() => stack.start(), stackStartTimeoutMs);
    tests(stack, bus);
    // Hooks run in the order they are told in, and a test may have to end its own processes on the data first.
    afterAll(() => stack.dispose(), stackStartTimeoutMs);
  });

/** The same on the stacks that suites share, for those that kill nothing and move no clock. */
export const describeOnEachSharedBus = (name: string, tests: Tests<SharedStack>): void => {
  describeOnShared('postgres', name, tests);
  describeOnShared('kafka', name, tests);
};

export const describeOnShared = (bus: BusName, name: string, tests: Tests<SharedStack>): void =>
  describeJoining(bus, bus, name, tests);

/** For suites that let time pass. It never goes back, so what they write down of now is asked of the sandbox. */
export const describeOnMovingClock = (name: string, tests: Tests<SharedStack>): void =>
  describeJoining('moving-clock', 'postgres', name, tests);

const describeJoining = (shared: SharedStackName, bus: BusName, name: string, tests: Tests<SharedStack>): void =>
  describeWhere(bus, name, () => {
    const stack = new SharedStack(shared);
    beforeAll(() => stack.join(), stackStartTimeoutMs);
    tests(stack, bus);
    afterAll(() => stack.leave());
  });

const describeWhere = (bus: BusName, name: string, tests: () => void): void => {
  const missing = bus === 'kafka' ? kafkaPrerequisites() : [];
  if (missing.length === 0) {
    describe(`${name} (on ${bus})`, tests);
    return;
  }
  // In CI npm test counts a skip as a failure, so this is for a developer's machine only.
  process.stderr.write(`Skipped on Kafka: ${missing.join('; ')}\n`);
  describe.skip(`${name} (on ${bus})`, () => it('needs what the line above names', () => undefined));
};
