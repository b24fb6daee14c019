import { eventually, eventuallyHolds } from '@repasse/chassis/testing/eventually';
import { MerchantApi, type Attempt } from '../support/api';
import { shellBlocks } from '../support/guide';
import { typeStep } from '../support/runbook';
import { RunningStack, stackStartTimeoutMs } from '../support/running-stack';
import { SmallDisk, smallDiskObstacle } from '../support/small-disk';

/** In the order of the page; a step that is added or removed must be typed here, too. */
const [prepare, look, makeRoom, wait, compare, putBack, ...others] = shellBlocks('docs/operations/full-disk.md');

/** New databases, the log at its full length (256 MB) and the reserve, with room for a test's rows. */
const diskMebibytes = 900;

const redTimeoutMs = 60_000;
const paidTimeoutMs = 90_000;
const testTimeoutMs = 300_000;

const obstacle = smallDiskObstacle();
const describeWithDisk = obstacle === undefined || process.env['CI'] === 'true' ? describe : describe.skip;
if (obstacle !== undefined) process.stderr.write(`Skipped: a full disk. Here ${obstacle}.\n`);

describeWithDisk('a full disk, and its runbook as written', () => {
  let disk: SmallDisk;
  let stack: RunningStack;
  let merchant: MerchantApi;
  const accepted: Attempt[] = [];
  const paid: Attempt[] = [];
  const type = (step = '') => typeStep(step, { DATA: stack.dataFolder });

  beforeAll(async () => {
    disk = new SmallDisk(diskMebibytes);
    stack = new RunningStack('postgres', disk.folder('data'));
    await stack.start();
    merchant = await MerchantApi.signIn(stack.file);
  }, stackStartTimeoutMs);

  afterAll(async () => {
    await stack.dispose();
    disk.remove();
  }, stackStartTimeoutMs);

  /** Creates a charge and pays it, and keeps what was acknowledged: nothing else is promised. */
  const trade = async (): Promise<void> => {
    const created = await merchant.createPixCharge().catch(() => undefined);
    if (created?.status !== 200) return;
    accepted.push(created.body);
    const payment = await merchant.pay(created.body.checkoutMeta.emv).catch(() => undefined);
    if (payment?.status === 200) paid.push(created.body);
  };

  const failedCheckOf = async (service: string): Promise<string> => {
    const answer = await fetch(`${stack.file.services[service] ?? ''}/health/ready`);
    const { checks } = (await answer.json()) as { checks: Record<string, string> };
    return `${answer.status} ${checks['writing'] ?? ''}`;
  };

  it(
    'turns readiness red, loses nothing that was acknowledged, and ends when there is room',
    async () => {
      expect(others).toEqual([]);
      await type(prepare);
      for (let before = 0; before < 5; before += 1) await trade();
      expect(paid).toHaveLength(5);

      disk.fill();
      // Ends in time, though a server without room for its log may be gone as a whole.
      await eventually(
        async () => {
          await trade();
          return (await failedCheckOf('charge')) === '503 failed';
        },
        { timeoutMs: redTimeoutMs, everyMs: 200 },
      );
      expect(await type(look)).toMatch(/100%[^]*"status":"failed"/);

      await type(makeRoom);
      const green = await type(wait);
      expect(green.match(/"writing":"ok"/g)).toHaveLength(6);
      expect(await failedCheckOf('charge')).toBe('200 ok');

      for (let after = 0; after < 5; after += 1) await trade();
      expect(paid.length).toBeGreaterThanOrEqual(10);
      await eventuallyHolds(
        async () => {
          for (const { chargeId } of accepted) expect((await merchant.get(`/charge/${chargeId}`)).status).toBe(200);
          for (const { chargeId } of paid) expect((await merchant.charge(chargeId)).status).toBe('PAID');
        },
        { timeoutMs: paidTimeoutMs, everyMs: 500 },
      );
      expect(await merchant.ledgerCheck()).toMatchObject({ isBalanced: true });
      await type(compare);
      // The cause, which the reserve has only bought time for.
      disk.empty();
      await type(putBack);
    },
    testTimeoutMs,
  );
});
