import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readLines } from '@repasse/chassis/archive/lines';
import { readManifests } from '@repasse/chassis/archive/part';
import { findArchived, readArchived, restoreArchived } from '@repasse/chassis/archive/restore';
import { countClosed, runArchive } from '@repasse/chassis/archive/run';
import { verifyArchive } from '@repasse/chassis/archive/verify';
import { callAdmin, callAdminJson } from '@repasse/chassis/testing/admin-call';
import { eventually } from '@repasse/chassis/testing/eventually';
import { program } from '../src/admin';
import { archivedCharges } from '../src/store/archived-charges';
import { allScopes, ChargeService, merchantId } from './support/charge-service';

const payer = { name: 'Zenaide Quitéria', email: 'zenaide@example.com', document: '52998224725' };
const strangerId = 1666;

describe('the archive of charges', () => {
  const charge = new ChargeService('archive');
  let folder: string;
  beforeAll(async () => {
    await charge.start();
    folder = await mkdtemp(join(tmpdir(), 'archive-'));
  });
  afterAll(async () => {
    await charge.stop();
    await rm(folder, { recursive: true, force: true });
  });
  // Each case has charges of its own, which are all that is closed.
  afterEach(async () => {
    await charge.db.query(
      'truncate charges, attempts, events, archived, charge_counts, charge_facets, charge_paid_days, payer_data, payer_keys',
    );
    await rm(join(folder, 'charge'), { recursive: true, force: true });
  });

  const run = (over: object = {}) =>
    runArchive({
      ...{ db: charge.db, service: 'charge', kind: archivedCharges, folder, report: () => undefined },
      ...{ before: '2026-11-22T00:00:00.000Z', writtenAt: '2026-11-22T01:00:00.000Z', ...over },
    });
  const made = async (body: object = {}) => {
    const answer = await charge.create({ paymentMethod: 'PIX', description: 'Curso', ...body });
    expect(answer.status).toBe(200);
    return { attempt: answer.body, chargeId: String(answer.body['chargeId']) };
  };
  const paid = async (): Promise<string> => {
    const { attempt, chargeId } = await made({ customerMeta: payer });
    await charge.receive(attempt);
    await eventually(async () => (await read(chargeId)).body['status'] === 'PAID');
    return chargeId;
  };
  const canceled = async (): Promise<string> => {
    const { chargeId } = await made();
    expect((await charge.call('POST', `/charge/${chargeId}/cancel`)).status).toBe(200);
    return chargeId;
  };
  const read = (chargeId: string, token?: string) =>
    charge.call('GET', `/charge/${chargeId}`, token === undefined ? {} : { token });
  const lineOf = async (chargeId: string) => (await readLines(charge.db, archivedCharges, [chargeId]))[0]?.line;
  const fileOf = async (chargeId: string): Promise<string> =>
    (await findArchived(charge.db, 'charges', chargeId))?.file ?? '';
  const totalOf = async (): Promise<number> => {
    const { pagination } = (await charge.call('GET', '/charge/list')).body as { pagination: { total: number } };
    return pagination.total;
  };

  it('takes closed charges out and brings one back byte for byte', async () => {
    const [one, other] = [await paid(), await canceled()];
    const [shown, line, total] = [(await read(one)).body, await lineOf(one), await totalOf()];

    expect(await run()).toMatchObject([{ kind: 'charges', month: '2026-11', taken: 2, changed: 0 }]);

    const [manifest] = await readManifests(folder, 'charge');
    expect(manifest).toMatchObject({ subjects: 2, firstId: one, lastId: other, rows: { charges: 2, attempts: 2 } });
    expect(await charge.db.query('select from events where stream_id = any ($1)', [[one, other]])).toEqual([]);
    expect(await totalOf()).toBe(total - 2);

    const archived = await readArchived(folder, await fileOf(one), one);
    await restoreArchived(charge.db, archivedCharges, archived);

    expect(archived.line).toBe(line);
    expect(await lineOf(one)).toBe(line);
    expect((await read(one)).body).toEqual(shown);
    expect(await totalOf()).toBe(total - 1);
    // The stream is whole: a decision on it is made as before.
    expect((await charge.call('POST', `/charge/${one}/cancel`)).body).toMatchObject({ code: 'charge.not_cancelable' });
  });

  it('tells the owner and staff of an archived charge, and a stranger that there is none', async () => {
    const chargeId = await canceled();
    await run();

    expect(await read(chargeId)).toMatchObject({ status: 410, body: { code: 'charge.archived' } });
    expect(await charge.call('POST', `/charge/${chargeId}/cancel`)).toMatchObject({ status: 410 });
    expect(await charge.call('GET', `/charge/${chargeId}/attempts`)).toMatchObject({ status: 410 });
    const staff = await charge.token({ userId: 1, profile: 'ADMIN', scopes: allScopes });
    expect(await read(chargeId, staff)).toMatchObject({ status: 410 });
    expect(await read(chargeId, await charge.token({ userId: strangerId }))).toMatchObject({ status: 404 });
  });

  it('leaves charges that are open, or that have changed since', async () => {
    const { chargeId: open } = await made();
    await canceled();
    const earlier = { before: '2026-11-20T00:00:00.000Z' };

    expect(await run(earlier)).toEqual([]);
    expect(await countClosed({ db: charge.db, kind: archivedCharges, ...earlier })).toEqual([]);
    expect(await countClosed({ db: charge.db, kind: archivedCharges, before: '2026-11-22T00:00:00.000Z' })).toEqual([
      { kind: 'charges', month: '2026-11', subjects: 1 },
    ]);
    await run();
    expect((await read(open)).status).toBe(200);
  });

  it('leaves a charge that changed between its line and its removal', async () => {
    const chargeId = await canceled();
    const { db } = charge;
    // Its row changes as soon as the file is there, which is when the file is compared with the rows.
    const changing = {
      ...db,
      transaction: async <T>(work: Parameters<typeof db.transaction<T>>[0]) => {
        await db.query(`update charges set description = 'Outro' where charge_id = $1`, [chargeId]);
        return db.transaction(work);
      },
    };

    expect(await run({ db: changing })).toMatchObject([{ taken: 0, changed: 1 }]);
    expect((await read(chargeId)).body).toMatchObject({ description: 'Outro' });
    expect(await run()).toMatchObject([
      { taken: 0, changed: 1 },
      { taken: 1, changed: 0 },
    ]);
  });

  it('goes on behind a run that was killed once its file was written', async () => {
    const chargeId = await canceled();
    const { db } = charge;
    const killed = { ...db, transaction: () => Promise.reject(new Error('killed')) };
    await expect(run({ db: killed })).rejects.toThrow('killed');
    expect((await read(chargeId)).status).toBe(200);

    expect(await run()).toMatchObject([{ taken: 1, changed: 0 }]);
    expect(await readManifests(folder, 'charge')).toHaveLength(1);
  });

  it('has nothing of the payer, who can still be erased', async () => {
    const chargeId = await paid();
    await run();

    const file = await fileOf(chargeId);
    const text = gunzipSync(await readFile(join(folder, file))).toString('utf8');
    expect(text).toContain(chargeId);
    for (const value of Object.values(payer)) expect(text).not.toContain(value);
    const token = await charge.token();
    expect((await charge.call('DELETE', `/payers/${payer.document}`, { token })).body).toMatchObject({
      outcome: 'ERASED',
      erased: [{ table: 'payer_data', rows: 1 }, {}, {}, {}],
    });
    expect(charge.peers.gateway.erasures).toMatchObject([{ userId: merchantId, chargeIds: [chargeId] }]);

    await restoreArchived(charge.db, archivedCharges, await readArchived(folder, file, chargeId));
    expect((await read(chargeId)).body).toMatchObject({
      status: 'PAID',
      customerMeta: { source: 'COLLECT_AT_CHECKOUT' },
    });
  });

  it('finds a damaged file, and brings nothing back from it', async () => {
    const chargeId = await canceled();
    await run();
    const file = await fileOf(chargeId);
    expect(await verifyArchive(charge.db, folder, 'charge')).toEqual([{ file, subjects: 1, result: 'ok' }]);

    const path = join(folder, file);
    const bytes = await readFile(path);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(path, bytes);

    expect(await verifyArchive(charge.db, folder, 'charge')).toMatchObject([
      { file, result: expect.stringContaining('does not have the digest of its manifest') as string },
    ]);
    await expect(readArchived(folder, file, chargeId)).rejects.toThrow('does not have the digest of its manifest');
    expect((await read(chargeId)).status).toBe(410);

    await rm(path);
    expect(await verifyArchive(charge.db, folder, 'charge')).toMatchObject([
      { result: expect.stringContaining('is not there') as string },
    ]);
  });

  it('misses a file whose manifest is lost as well', async () => {
    const chargeId = await canceled();
    await run();
    await rm(join(folder, 'charge'), { recursive: true });

    expect(await verifyArchive(charge.db, folder, 'charge')).toMatchObject([
      {
        file: (await findArchived(charge.db, 'charges', chargeId))?.file,
        subjects: 1,
        result: expect.any(String) as string,
      },
    ]);
  });

  describe('by command', () => {
    const signed = ['--apply', '--by', 'Rita', '--why', 'old months'];
    const env = () => ({ POSTGRES_URL: charge.db.url, ARCHIVE_DIR: folder, LOG_LEVEL: 'silent' });
    const admin = (...args: readonly string[]) => callAdminJson(program, env(), args);
    /** The commands go by this machine's clock. */
    const old = async (chargeId: string): Promise<void> => {
      await charge.db.query(
        `update charges set updated_at = now() - interval '25 months', created_at = '2024-03-31T23:59:59Z'
         where charge_id = $1`,
        [chargeId],
      );
    };

    it('is tried, done, listed, verified and undone', async () => {
      const [chargeId, young] = [await canceled(), await canceled()];
      await old(chargeId);
      const wanted = [{ kind: 'charges', month: '2024-03', subjects: 1 }];

      expect(await admin('archive', 'run')).toMatchObject({ exitCode: 0, rows: wanted });
      expect((await read(chargeId)).status).toBe(200);
      expect(await admin('archive', 'run', ...signed)).toMatchObject({ exitCode: 0, rows: [{ taken: 1, changed: 0 }] });
      expect([(await read(chargeId)).status, (await read(young)).status]).toEqual([410, 200]);
      expect(await admin('archive', 'list')).toMatchObject({ rows: [{ subjects: 1, firstId: chargeId }] });
      expect(await admin('archive', 'verify')).toMatchObject({ exitCode: 0, rows: [{ result: 'ok' }] });
      expect(JSON.parse((await admin('archive', 'read', chargeId)).summary)).toMatchObject({ id: chargeId });

      expect((await admin('archive', 'restore', chargeId, ...signed)).exitCode).toBe(0);

      expect((await read(chargeId)).status).toBe(200);
      expect((await admin('steps')).rows).toMatchObject([{ command: 'archive restore' }, { command: 'archive run' }]);
    });

    it('refuses a damaged file, and an id that it does not have', async () => {
      const chargeId = await canceled();
      await old(chargeId);
      await admin('archive', 'run', ...signed);
      await writeFile(join(folder, await fileOf(chargeId)), 'not what was written');

      expect((await admin('archive', 'verify')).exitCode).toBe(1);
      const refused = async (id: string): Promise<string> => {
        const { exitCode, told } = await callAdmin(program, env(), ['archive', 'restore', id, ...signed]);
        expect(exitCode).toBe(1);
        return told;
      };
      expect(await refused(chargeId)).toContain('has 20 bytes and not');
      expect(await refused('ch_none')).toContain('ch_none is not in the archive of this service.');
      expect((await read(chargeId)).status).toBe(410);
    });
  });
});
