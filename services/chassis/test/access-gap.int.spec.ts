import { catalogueEntry, type EventType } from '@repasse/contracts';
import { followAccess, type Access } from '../src/auth/access/internal/follow-access';
import { type OutgoingMessage } from '../src/bus/bus';
import { headersOf } from '../src/bus/envelope';
import { fakeClock } from '../src/testing/clock';
import { eventually } from '../src/testing/eventually';
import { bus, db, parkedReason, start, useConsumers } from './consumer-harness';
import { silentLog } from './samples';

useConsumers();

const clock = fakeClock('2026-11-22T12:00:00Z');
let access: Access;
beforeEach(async () => {
  access = await followAccess({ db, clock, log: silentLog });
});
afterEach(() => access.stop());

let lastUserId = 5_000;
const newUser = (): string => String((lastUserId += 1));

const told = (userId: string, position: number, type: EventType, value?: string): OutgoingMessage => {
  const { example, topic } = catalogueEntry(type);
  const headers = headersOf({ id: `evt_${userId}_${position}`, type, key: userId, time: '2026-11-22T11:00:00.000Z' });
  const data = { ...example, userId: Number(userId), suspendedAt: '2026-11-22T11:00:00.000Z' };
  return {
    ...{ topic, key: userId, headers: { ...headers, ce_position: String(position) } },
    value: value ?? JSON.stringify(data),
  };
};
const registered = (userId: string) => told(userId, 1, 'repasse.user.profile_removed.v1');
const suspended = (userId: string, position: number) => told(userId, position, 'repasse.user.suspended.v1');

const before = '2026-11-22T11:59:00.000Z';
const after = '2026-11-22T12:00:01.000Z';
const isRefused = (userId: string, issuedAt: string): boolean =>
  access.isRevoked({ userId: Number(userId), clientId: 'key_a', issuedAt });

describe.each(['park', 'dead-letter'] as const)('tokens of a user whose events are held back (%s)', (onPoison) => {
  const follow = () => start({ ...access.consumption, onPoison });

  it('are to be renewed when an event is missing, which may be a suspension', async () => {
    const [userId, other] = [newUser(), newUser()];
    await follow();
    await bus.publish([registered(userId), registered(other), told(userId, 3, 'repasse.user.profile_removed.v1')]);
    await eventually(async () => (await parkedReason(userId)) === 'gap');

    await eventually(() => Promise.resolve(isRefused(userId, before)));
    expect(isRefused(userId, after)).toBe(false);
    expect(isRefused(other, before)).toBe(false);
  });

  it('are refused from a suspension on that waits behind a gap', async () => {
    const userId = newUser();
    await follow();
    await bus.publish([registered(userId), told(userId, 3, 'repasse.user.profile_removed.v1')]);
    await eventually(() => Promise.resolve(isRefused(userId, before)));
    clock.advance(60_000);
    try {
      expect(isRefused(userId, after)).toBe(false);
      await bus.publish([suspended(userId, 4)]);

      await eventually(() => Promise.resolve(isRefused(userId, after)));
    } finally {
      clock.advance(-60_000);
    }
  });

  it('are to be renewed when a suspension cannot be read', async () => {
    const userId = newUser();
    await follow();
    await bus.publish([registered(userId), told(userId, 2, 'repasse.user.suspended.v1', '{"userId":"nobody"}')]);

    await eventually(() => Promise.resolve(isRefused(userId, before)));
    expect(isRefused(userId, after)).toBe(false);
  });
});
