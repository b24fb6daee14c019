import { fakeClock } from '@repasse/chassis/testing/clock';
import { eventually } from '@repasse/chassis/testing/eventually';
import { dayAt } from '@repasse/values/brasilia-time';
import { idEnvioOf, type PixPayouts, startPixPayouts } from './support/pix-payouts';

// The bank lists by its own clock.
const clock = fakeClock(new Date().toISOString());
let world: PixPayouts;

beforeAll(async () => {
  world = await startPixPayouts(clock);
  await eventually(async () => (await world.bank.webhookOf('7d9f0335-8dcc-4054-9bf9-0dbd61d36906')) !== undefined);
  await world.bank.sendsBecome('settled');
});
afterAll(() => world.stop());

const paid = async (): Promise<string> => {
  const withdrawalId = await world.withdraw();
  await eventually(async () => {
    clock.advance(5_000);
    const sql = 'select status from payouts where withdrawal_id = $1';
    const [row] = await world.gateway.db.query<{ status: string }>(sql, [withdrawalId]);
    return row?.status === 'paid';
  });
  return withdrawalId;
};
const change = (assignment: string, withdrawalId: string) =>
  world.gateway.db.query(`update payouts set ${assignment} where withdrawal_id = $1`, [withdrawalId]);
const check = async () => {
  const token = await world.gateway.token({ scopes: ['payments:read', 'payments:write'], profile: 'OPERATOR' });
  const body = { provider: 'PIX_BCB_SENT', date: dayAt(new Date()) };
  return (await world.gateway.call('POST', '/statement-checks', { token, body })).body;
};

describe('the statement of what was sent', () => {
  it('finds nothing where both sides have the same, and says where they differ', async () => {
    const [known, other, unknown] = [await paid(), await paid(), await paid()];
    expect(await check()).toMatchObject({ data: [{ listedCount: 3, recordedCount: 3, differences: [] }] });
    await change('payout_minor = 1', other);
    await change(`provider_reference = 'another', withdrawal_id = 'wd_another'`, unknown);

    const found = (await check()) as { data: { differences: { kind: string; providerReference: string }[] }[] };
    const told = found.data[0]?.differences.map(({ kind, providerReference }) => `${kind} ${providerReference}`);
    expect(told?.toSorted()).toEqual([
      `AMOUNT_DIFFERS ${idEnvioOf(other)}`,
      'MISSING_THERE another',
      `UNKNOWN_PAYMENT ${idEnvioOf(unknown)}`,
    ]);
    expect(JSON.stringify(found)).not.toContain(idEnvioOf(known));
  });
});
