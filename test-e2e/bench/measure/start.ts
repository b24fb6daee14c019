import { eventually } from '@repasse/chassis/testing/eventually';
import { MerchantApi } from '../../support/api';
import { rowsOfParts, totalRow, type Table } from '../report/table';
import { type memoryOf } from '../system/memory';
import { type RunningSystem } from '../system/running-system';

/** A first payment finds cold caches and code that was never run. */
const paidTimeoutMs = 60_000;

/** From the command to the first charge that is PAID. The system was started just now. */
export const secondsToPaidCharge = async ({ stack, startedAtMs }: RunningSystem): Promise<number> => {
  const merchant = await MerchantApi.signIn(stack);
  const { body } = await merchant.createPixCharge();
  await merchant.pay(body.checkoutMeta.emv);
  await eventually(async () => (await merchant.charge(body.chargeId)).status === 'PAID', { timeoutMs: paidTimeoutMs });
  return (performance.now() - startedAtMs) / 1_000;
};

export const startTable = (empty: number, kept: number | undefined): Table => ({
  id: 'start',
  title: 'npm start, built → first paid charge',
  columns: ['seconds'],
  rows: [
    { name: 'on an empty folder', values: [empty] },
    { name: 'on the data of this run', values: [kept] },
  ],
});

/** `before` any load, and after all of it. */
export const memoryTable = (before: ReturnType<typeof memoryOf>, after: ReturnType<typeof memoryOf>): Table => {
  const rows = rowsOfParts([before, after].map((memory) => memory?.byPart ?? new Map<string, number>()));
  return {
    id: 'memory',
    title: `Memory, MiB (${before?.kind ?? 'not measured here'})`,
    columns: ['just started', 'after all loads'],
    rows: [...rows, totalRow('in all', rows)],
  };
};
