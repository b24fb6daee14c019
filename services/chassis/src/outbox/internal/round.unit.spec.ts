import { type HeldOutbox } from './held-outbox';
import { type OutboxMessage } from '../outbox-message';
import { createRound } from './round';
import { createLogger } from '../../log/logger';

const silentLog = createLogger({ service: 'test', level: 'silent' });

const messageOf = (wasFlushed: boolean): OutboxMessage => ({
  id: 1,
  position: 1,
  topic: 'charge.events.v1',
  key: 'ch_1',
  headers: {},
  value: '{}',
  wasFlushed,
});

/** The calls of a round, in order, when one message waits that was notified, or has to be read. */
const stepsOf = async (
  message: OutboxMessage,
  isOnOtherServer: boolean,
  isNotified: boolean,
  isLockLost = false,
): Promise<readonly string[]> => {
  const steps: string[] = [];
  const left = [message];
  const outbox: HeldOutbox = {
    reader: {
      take: async () => left.splice(0),
      sent: () => undefined,
      setAside: async () => undefined,
      putBack: () => undefined,
      awaitFlush: async () => void steps.push('flushed'),
      sentCount: () => 0,
    },
    commits: {
      notify: () => undefined,
      take: () => (isNotified ? left.splice(0) : undefined),
      sent: () => undefined,
      forget: () => undefined,
    },
    isHeld: () => true,
    prove: async () => {
      if (isLockLost) throw new Error('The lock is lost.');
      steps.push('proven');
    },
    end: async () => undefined,
    release: async () => undefined,
  };
  const bus = { isOnOtherServer, publish: async () => void steps.push('published') };
  const signal = new AbortController().signal;
  const round = createRound({ bus, log: silentLog, batchMessages: 10, readIntervalMs: 1_000, signal });
  await round(outbox).catch((fault: unknown) => steps.push(String(fault)));
  return steps;
};

describe.each([{ isNotified: true }, { isNotified: false }])(
  'a round of the relay, notified: $isNotified',
  ({ isNotified }) => {
    it.each([
      { isOnOtherServer: true, wasFlushed: false, steps: ['flushed', 'proven', 'published'] },
      { isOnOtherServer: true, wasFlushed: true, steps: ['proven', 'published'] },
      { isOnOtherServer: false, wasFlushed: false, steps: ['proven', 'published'] },
    ])(
      'waits for the disk only where it must: $isOnOtherServer, $wasFlushed',
      async ({ isOnOtherServer, wasFlushed, steps }) => {
        expect(await stepsOf(messageOf(wasFlushed), isOnOtherServer, isNotified)).toEqual(steps);
      },
    );

    it('sends nothing once another process may have the lock', async () => {
      expect(await stepsOf(messageOf(true), false, isNotified, true)).toEqual(['Error: The lock is lost.']);
    });
  },
);
