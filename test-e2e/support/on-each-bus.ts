import { kafkaPrerequisites } from '../../deploy/kafka/start';
import { RunningStack, stackStartTimeoutMs, type BusName } from './running-stack';

/** Runs the same tests on the log in PostgreSQL and on a real Kafka. */
export const describeOnEachBus = (name: string, tests: (stack: RunningStack, bus: BusName) => void): void => {
  describeOn('postgres', name, tests);
  describeOn('kafka', name, tests);
};

export const describeOn = (bus: BusName, name: string, tests: (stack: RunningStack, bus: BusName) => void): void => {
  const missing = bus === 'kafka' ? kafkaPrerequisites() : [];
  if (missing.length > 0) {
    // In CI npm test counts a skip as a failure, so this is for a developer's machine only.
    process.stderr.write(`Skipped on Kafka: ${missing.join('; ')}\n`);
    describe.skip(`${name} (on ${bus})`, () => it('needs what the line above names', () => undefined));
    return;
  }
  describe(`${name} (on ${bus})`, () => {
    const stack = new RunningStack(bus);
    beforeAll(() => stack.start(), stackStartTimeoutMs);
    afterAll(() => stack.dispose(), stackStartTimeoutMs);
    tests(stack, bus);
  });
};
