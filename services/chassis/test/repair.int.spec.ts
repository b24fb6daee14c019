import { type AnyEvent } from '@repasse/contracts';
import { type AdminProgram } from '../src/admin/command';
import { consumerRepair, outboxRepair } from '../src/admin/repair/repair-commands';
import { type OutgoingMessage } from '../src/bus/bus';
import { UnpublishableError } from '../src/bus/internal/unpublishable';
import { enqueue } from '../src/outbox/outbox';
import { startRelay } from '../src/outbox/relay';
import { chassisMigrations } from '../src/postgres/migrate';
import { type Tx } from '../src/postgres/database';
import { createMetrics } from '../src/telemetry/metrics';
import { callAdmin, callAdminJson } from '../src/testing/admin-call';
import { eventually } from '../src/testing/eventually';
import { message, messages, newKey, topic, upTo } from './bus-harness';
import { bus, db, effectsOf, expectEffects, parkedReason, recordEffect, start, useConsumers } from './consumer-harness';
import { oneByOne } from './one-by-one';
import { chargeCreated, silentLog } from './samples';

useConsumers();

const program: AdminProgram = {
  service: 'shop',
  loadConfig: () => ({}),
  migrations: [chassisMigrations.consumer, chassisMigrations.outbox, chassisMigrations.admin],
  commands: [...consumerRepair, ...outboxRepair],
};
const env = () => ({ POSTGRES_URL: db.url, LOG_LEVEL: 'silent' });
const signed = ['--apply', '--by', 'Rita', '--why', 'INC-7'];
const call = (...args: readonly string[]) => callAdmin(program, env(), args);
const rowsOf = async (...args: readonly string[]) => (await callAdminJson(program, env(), args)).rows;
const parked = async (key: string) => (await rowsOf('parked', 'list')).find((row) => row['key'] === key);

/** A handler that throws at one event while `isBroken`. */
const failing = (key: string, position: number) => {
  const state = { isBroken: true };
  const handle = oneByOne(async (event: AnyEvent, tx: Tx): Promise<void> => {
    if (state.isBroken && event.subject === key && event.position === position) throw new Error('It cannot be booked.');
    await recordEffect(event, tx);
  });
  return { state, handle };
};

describe('an aggregate whose event cannot be handled', () => {
  it('is listed with the event, and goes on by a retry once the handler is mended', async () => {
    const key = newKey();
    const { state, handle } = failing(key, 2);
    await start({ handle });
    await bus.publish(messages(key, 1, 3));
    await eventually(async () => (await parkedReason(key)) === 'poison');
    await bus.publish([message(key, 4)]);
    await eventually(async () => (await parked(key))?.['waiting'] !== 1);

    expect(await parked(key)).toMatchObject({
      ...{ topic, key, lastPosition: 1, reason: 'poison', detail: 'It cannot be booked.' },
      ...{ nextType: 'repasse.charge.created.v1', nextEventId: `evt_${key}_2` },
      ...{ ageSeconds: expect.any(Number), tries: 0 },
    });

    state.isBroken = false;
    expect((await call('parked', 'retry', topic, key, ...signed)).exitCode).toBe(0);

    await expectEffects(key, upTo(4));
    await eventually(async () => (await parkedReason(key)) === null);
  });

  it('goes on behind an event that is skipped, which can be put back later', async () => {
    const key = newKey();
    const { state, handle } = failing(key, 2);
    await start({ handle });
    await bus.publish(messages(key, 1, 3));
    await eventually(async () => (await parkedReason(key)) === 'poison');

    expect((await call('parked', 'skip', topic, key)).text).toContain(`Would skip position 2 of ${key}: evt_${key}_2.`);
    expect((await parked(key))?.['lastPosition']).toBe(1);
    expect((await call('parked', 'skip', topic, key, '--position', '3', ...signed)).told).toContain(
      'waits at position 2',
    );
    expect((await call('parked', 'release', topic, key, ...signed)).told).toContain('Nothing is missing');
    expect((await call('parked', 'skip', topic, key, '--position', '2', ...signed)).exitCode).toBe(0);
    await expectEffects(key, [1, 3]);

    state.isBroken = false;
    const [letter] = await rowsOf('dead-letters', 'list');
    expect(letter).toMatchObject({ key, position: 2, reason: 'operator.skipped', state: 'open' });
    await call('dead-letters', 'put-back', String(letter?.['id']), ...signed);
    await expectEffects(key, [1, 3, 2]);
    expect(await rowsOf('dead-letters', 'list')).toEqual([]);
    expect(await rowsOf('dead-letters', 'list', '--all')).toMatchObject([{ key, state: 'handled' }]);
  });

  it('goes on when what cannot be read is skipped', async () => {
    const key = newKey();
    await start();
    await bus.publish([message(key, 1), { ...message(key, 2), value: '{}' }, message(key, 3)]);
    await eventually(async () => (await parkedReason(key)) === 'poison');

    await call('parked', 'skip', topic, key, ...signed);

    await expectEffects(key, [1, 3]);
  });
});

describe('an aggregate with a gap', () => {
  it('goes on behind it once it is released', async () => {
    const key = newKey();
    await start();
    await bus.publish([message(key, 1), message(key, 4), message(key, 6)]);
    await eventually(async () => (await parked(key))?.['detail'] === 'A position is missing on the bus too.');
    expect(await parked(key)).toMatchObject({ reason: 'gap', lastPosition: 1, nextType: null, waiting: 2 });

    expect((await call('parked', 'release', topic, key)).text).toContain('Would go on behind positions 2 to 3');
    await call('parked', 'release', topic, key, ...signed);
    await expectEffects(key, [1, 4]);
    await call('parked', 'release', topic, key, ...signed);

    await expectEffects(key, [1, 4, 6]);
    await eventually(async () => (await parkedReason(key)) === null);
    expect((await call('parked', 'release', topic, key, ...signed)).told).toContain('is not parked');
  });
});

describe('a dead letter', () => {
  it('goes back to its consumer, as often as it takes, or is dropped', async () => {
    const [key, other] = [newKey(), newKey()];
    const { state, handle } = failing(key, 2);
    await start({ onPoison: 'dead-letter', handle });
    await bus.publish([...messages(key, 1, 3), message(other, 1), { ...message(other, 2), value: '{}' }]);
    await eventually(async () => (await rowsOf('dead-letters', 'list')).length === 2);
    const letters = await rowsOf('dead-letters', 'list');
    const idOf = (wanted: string) => String(letters.find((row) => row['key'] === wanted)?.['id']);

    await call('dead-letters', 'put-back', idOf(key), ...signed);
    await eventually(async () => (await rowsOf('dead-letters', 'list')).every((row) => row['state'] === 'open'));
    expect(await effectsOf(key)).toEqual([1, 3]);

    state.isBroken = false;
    await call('dead-letters', 'put-back', idOf(key), ...signed);
    await expectEffects(key, [1, 3, 2]);
    expect((await call('dead-letters', 'put-back', idOf(key), ...signed)).exitCode).toBe(1);

    await call('dead-letters', 'drop', idOf(other), ...signed);
    expect(await rowsOf('dead-letters', 'list')).toEqual([]);
  });
});

describe('an event that cannot be published', () => {
  /** The bus, but for one event that it never takes. */
  const picky = (key: string, position: number) => {
    const state = { isPicky: true };
    const publish = async (outgoing: readonly OutgoingMessage[]): Promise<void> => {
      const refused = outgoing.filter(
        (one) => state.isPicky && one.key === key && one.headers['ce_position'] === String(position),
      );
      if (refused.length > 0) throw new UnpublishableError(new Map(refused.map((one) => [one, 'It is too large.'])));
      await bus.publish(outgoing);
    };
    return { state, bus: { ...bus, publish } };
  };
  const relayOn = (on: typeof bus) =>
    startRelay({ db, bus: on, log: silentLog, metrics: createMetrics('test'), pollIntervalMs: 100 });
  const write = async (key: string): Promise<void> => {
    for (const sequence of upTo(3)) await db.transaction((tx) => enqueue(tx, [chargeCreated(key, sequence)]));
  };

  it('is listed, and published by a retry once that is possible', async () => {
    const key = newKey();
    const { state, bus: on } = picky(key, 2);
    await start();
    await write(key);
    const relay = relayOn(on);
    try {
      await eventually(async () => (await rowsOf('set-aside', 'list', '--all')).length === 2);
      expect(await rowsOf('set-aside', 'list')).toMatchObject([
        { topic, key, position: 2, reason: 'It is too large.' },
      ]);

      state.isPicky = false;
      expect((await call('set-aside', 'retry', topic, key)).text).toContain('Would publish 2 events again.');
      await call('set-aside', 'retry', topic, key, ...signed);

      await expectEffects(key, upTo(3));
      expect(await rowsOf('set-aside', 'list', '--all')).toEqual([]);
    } finally {
      await relay.stop();
    }
  });

  it('is published with a payload that its contract allows', async () => {
    const key = newKey();
    const { state, bus: on } = picky(key, 2);
    await start();
    await write(key);
    const relay = relayOn(on);
    try {
      await eventually(async () => (await rowsOf('set-aside', 'list')).length === 1);
      const [event] = await rowsOf('set-aside', 'list');
      const mend = (payload: string) =>
        call('set-aside', 'mend', String(event?.['id']), '--payload', payload, ...signed);
      state.isPicky = false;

      expect(await mend('{}')).toMatchObject({ exitCode: 1, told: expect.stringContaining('is no repasse.charge') });
      expect(await mend('{')).toMatchObject({ exitCode: 1, told: expect.stringContaining('It is not JSON.') });
      expect((await mend(message(key, 2).value)).exitCode).toBe(0);

      await expectEffects(key, upTo(3));
    } finally {
      await relay.stop();
    }
  });

  it('is given up, and its consumers go on behind its position', async () => {
    const key = newKey();
    await start();
    await write(key);
    const relay = relayOn(picky(key, 2).bus);
    try {
      await eventually(async () => (await rowsOf('set-aside', 'list', '--all')).length === 2);
      const [event] = await rowsOf('set-aside', 'list');

      await call('set-aside', 'drop', String(event?.['id']), ...signed);
      await eventually(async () => (await parked(key))?.['reason'] === 'gap');
      await call('parked', 'release', topic, key, ...signed);

      await expectEffects(key, [1, 3]);
      expect(await rowsOf('set-aside', 'list', '--all')).toEqual([]);
    } finally {
      await relay.stop();
    }
  });
});
