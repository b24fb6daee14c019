import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findArchived, readArchived, restoreArchived } from '@repasse/chassis/archive/restore';
import { runArchive } from '@repasse/chassis/archive/run';
import { archivedTimelines } from '../src/store/archived-timelines';
import { views } from '../src/projections/all-projections';
import { eve, olga, paidStory } from './support/events';
import { startService, tokenOf, type RunningService } from './support/running-service';

let service: RunningService;
let folder: string;
beforeAll(async () => {
  service = await startService('archive');
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = () =>
  runArchive({
    ...{ db: service.db, service: 'invoice-query', kind: archivedTimelines, folder, report: () => undefined },
    ...{ before: '2026-11-22T00:00:00.000Z', writtenAt: '2028-12-01T00:00:00.000Z' },
  });
const get = (path: string, userId = olga) =>
  service.get(path, tokenOf(userId, 'CUSTOMER', path.startsWith('/invoices') ? 'invoices:read' : 'charges:read'));
const invoiceOf = async (paymentId: string): Promise<number> => {
  const [row] = await service.db.query<{ id: number }>('select invoice_id as id from invoices where subject_id = $1', [
    paymentId,
  ]);
  return row?.id ?? 0;
};

describe('the archive of timelines', () => {
  it('takes a charge out of the archive of events and out of every view, and brings it back byte for byte', async () => {
    const story = paidStory();
    await service.tell(story.inOrder);
    const [timeline, invoiceId] = [`/charge/${story.chargeId}/timeline`, await invoiceOf(story.paymentId)];
    const [shown, invoice, contents] = [
      (await get(timeline)).body,
      (await get(`/invoices/payment-gateway/${invoiceId}`)).body,
      await service.contents(),
    ];

    expect(await run()).toMatchObject([{ kind: 'timelines', month: '2026-11', taken: 1, changed: 0 }]);

    for (const path of [timeline, `/invoices/payment-gateway/${invoiceId}`, `/invoices/${invoiceId}/timeline`]) {
      expect(await get(path)).toMatchObject({ status: 410, body: { code: 'charge.archived' } });
      expect(await get(path, eve)).toMatchObject({ status: 404 });
    }
    // The rows that are left follow from the events that are left.
    expect(await service.rebuild({ isVerify: true })).toMatchObject(views.map(() => ({ drift: [] })));
    expect((await service.contents())['invoice_counts']).toEqual([]);
    expect((await service.contents())['charge_days']).toEqual([]);

    const file = (await findArchived(service.db, 'timelines', story.chargeId))?.file ?? '';
    await restoreArchived(service.db, archivedTimelines, await readArchived(folder, file, story.chargeId));

    expect((await get(timeline)).body).toEqual(shown);
    expect((await get(`/invoices/payment-gateway/${invoiceId}`)).body).toEqual(invoice);
    expect(await service.contents()).toEqual(contents);
    expect(await service.db.query('select from archived')).toEqual([]);
    expect(await service.rebuild({ isVerify: true })).toMatchObject(views.map(() => ({ drift: [] })));
  });

  it('leaves a charge of which something was told later', async () => {
    const story = paidStory();
    await service.tell(story.inOrder);
    const later = { ...story.webhook[0]!, id: 'evt_later', position: 2, time: '2026-11-23T00:00:00.000Z' };
    await service.tell([later]);

    await run();

    expect((await get(`/charge/${story.chargeId}/timeline`)).status).toBe(200);
  });
});
