import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@repasse/chassis/testing/eventually';
import { listen } from '../load/webhook-receiver';
import { type Row, type Table } from '../report/table';
import { type RunningSystem } from '../system/running-system';
import { type Bench } from './bench';
import { startDispatcher } from './dispatcher-alone';
import { layDeliveries } from './due-deliveries';
import { measureIsolation } from './isolation';

/** More than a dispatcher as fast as wished for sends in the time. */
const deliveries = 9_000;
/** The first ones pay for connections and for code that was never run. */
const warmUpMs = 1_000;
const durationMs = 4_000;
const firstTimeoutMs = 30_000;

/** The dispatcher alone with a heap of due deliveries to a fast receiver, then the same beside one that never answers. */
export const measureDeliveries = async ({ system, report }: Bench): Promise<readonly Table[]> => {
  const [dead, stopDead] = await startDeadReceiver();
  const rows: Row[] = [];
  for (const [name, deadUrl] of [
    ['one fast receiver', undefined],
    ['beside a dead one', dead],
  ] as const) {
    const perSecond = await rateOf(system, deadUrl);
    report(`  deliveries, ${name}: ${perSecond.toFixed(0)}/s`);
    rows.push({ name, values: [perSecond] });
  }
  await stopDead();
  return [
    { id: 'deliveries', title: 'Webhooks of the dispatcher alone', columns: ['per second'], rows },
    await measureIsolation(system, report),
  ];
};

/** A dispatcher of its own each time, so that what hung before takes nothing from what is measured next. */
const rateOf = async (system: RunningSystem, deadUrl: string | undefined): Promise<number> => {
  let arrived = 0;
  const receiver = await listen((request, response) => {
    request.resume();
    request.once('end', () => {
      arrived += 1;
      response.writeHead(204).end();
    });
  });
  const { service, postgresUrl } = await startDispatcher(system, 'deliveries');
  try {
    await layDeliveries(postgresUrl, { deliveries, fastUrl: `${receiver.url}/webhooks`, deadUrl });
    await eventually(() => arrived > 0, { timeoutMs: firstTimeoutMs });
    await pause(warmUpMs);
    const [before, startedAtMs] = [arrived, performance.now()];
    const laid = deadUrl === undefined ? deliveries : Math.floor((deliveries * 2) / 3);
    while (performance.now() - startedAtMs < durationMs && arrived < laid) await pause(20);
    return (arrived - before) / ((performance.now() - startedAtMs) / 1_000);
  } finally {
    await service.stop();
    await receiver.stop();
  }
};

/** Takes connections and what is sent, and says nothing. */
const startDeadReceiver = async (): Promise<readonly [url: string, stop: () => Promise<void>]> => {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return [`http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, stop];
};
