import { eventually } from '@repasse/chassis/testing/eventually';
import { type StackFile } from '../../deploy/local/stack-file';
import { MerchantApi, request, type Attempt, type Charge } from '../support/api';
import { payByCard, saleOf, testCards } from '../support/cards';
import { sandboxWorld } from '../support/sandbox-world';
import { destinations, onboard, type Seller } from '../support/sellers';

/** What pictures lead to, beside lists. */
export interface Month {
  readonly nowMs: number;
  readonly chargeId: string;
  readonly sellerId: number;
  readonly linkId: string;
  readonly endpointId: string;
  readonly disputeId: string;
  readonly payoutId: string;
  readonly batchId: string;
}

interface Listed {
  readonly data: readonly { readonly id: string }[];
}

const dayMs = 86_400_000;
/** A payer's bank is quick; who left a sale never pays. */
const paidWithinMs = 5_000;
const goods = ['Pão de queijo, 12', 'Cesta de café da manhã', 'Bolo de milho', 'Curso de pães', 'Geleia de amora'];
const ways = [destinations.document, destinations.email, destinations.checking, destinations.missingAccount];
const payers = ['Ana Lúcia da Silva', 'João Pedro Magalhães', 'Conceição Aparecida dos Santos', 'Li Wei'];

/** A small marketplace: sellers, sales each day, and each thing that goes wrong once or more. */
export const makeMonth = async (file: StackFile, days: number, tell: (line: string) => void): Promise<Month> => {
  const world = sandboxWorld(file);
  const sandbox = (method: string, path: string, body: object) =>
    request(method, `${file.sandboxUrl}/sandbox${path}`, { body });
  let merchant = await MerchantApi.signIn(file);
  const sellers = await makeSellers(file, merchant);
  const fixed = await makeSettings(merchant);
  let lastChargeId = '';
  for (let day = 0; day < days; day += 1) {
    const made = await sellFor(file, merchant, sellers, day);
    lastChargeId = made[0]?.chargeId ?? lastChargeId;
    if (day % 6 === 2) await refund(merchant, await paidByPix(merchant, made), '12.50', 'Faltou um');
    if (day === days - 3) await withFailingRefund(merchant, sandbox, await paidByPix(merchant, made));
    const byCard = made.find(({ paymentMethod }) => paymentMethod === 'CREDIT_CARD');
    if (day % 10 === 5 && byCard !== undefined)
      await sandbox('POST', '/card/chargeback', { paymentId: await saleOf(file, byCard), status: 'Received' });
    merchant = await world.moveClockBy(dayMs);
    tell(`Day ${String(day + 1)} of ${String(days)}: ${String(made.length)} sales.`);
  }
  const today = await sellFor(file, merchant, sellers, days);
  return {
    nowMs: await world.nowMs(),
    chargeId: today[0]?.chargeId ?? lastChargeId,
    sellerId: sellers[0]?.userId ?? 0,
    ...fixed,
    disputeId: await firstOf(merchant, '/disputes'),
    payoutId: await firstOf(merchant, '/payouts'),
    batchId: await firstOf(merchant, '/payout-batches'),
  };
};

/** Too short a month has none: its screen then tells of that. */
const firstOf = async (merchant: MerchantApi, path: string): Promise<string> =>
  (await merchant.get<Listed>(path)).body.data[0]?.id ?? 'none';

const makeSellers = async (file: StackFile, merchant: MerchantApi): Promise<readonly Seller[]> => {
  const staff = await MerchantApi.signIn(file, file.admin);
  const sellers: Seller[] = [];
  for (const [at, way] of ways.entries()) sellers.push(await onboard(merchant, staff, 40 + at, way));
  for (const { userId } of sellers)
    await merchant.put(`/payout-schedule?user_id=${String(userId)}`, { frequency: 'WEEKLY', weekday: 'FRIDAY' });
  return sellers;
};

const makeSettings = async (merchant: MerchantApi): Promise<Pick<Month, 'linkId' | 'endpointId'>> => {
  await merchant.put('/payment-rules', { late: 'hold', overpaid: 'hold', duplicate: 'hold', underpaid: 'hold' });
  const stock = { title: 'Curso de pães, turma de sábado', amount: '180.00', currency: 'BRL', usesMax: 20 };
  const { body: link } = await merchant.post<{ readonly id: string }>('/payment-links', stock);
  const open = { title: 'Ajude a reforma do forno', minAmount: '5.00', maxAmount: '5000.00', currency: 'BRL' };
  await merchant.post('/payment-links', open);
  const url = merchant.inboxUrl('month');
  const endpoint = { url, description: 'Sistema da loja', eventTypes: ['*'] };
  const { body: made } = await merchant.post<{ readonly id: string }>('/webhook-endpoints', endpoint);
  return { linkId: link.id, endpointId: made.id };
};

const sellFor = async (
  file: StackFile,
  merchant: MerchantApi,
  sellers: readonly Seller[],
  day: number,
): Promise<readonly Attempt[]> => {
  const made: Attempt[] = [];
  for (let sale = 0; sale < 4 + (day % 3); sale += 1) made.push(await sell(file, merchant, sellers, day, sale));
  return made;
};

const sell = async (
  file: StackFile,
  merchant: MerchantApi,
  sellers: readonly Seller[],
  day: number,
  sale: number,
): Promise<Attempt> => {
  const at = day * 7 + sale;
  const seller = sellers[at % sellers.length];
  const terms = {
    ...{ grossAmount: `${String(40 + ((at * 37) % 460))}.90`, currency: 'BRL', description: goods[at % goods.length] },
    externalReference: `pedido-${String(1_000 + at)}`,
    customerMeta: { name: payers[at % payers.length], email: `cliente${String(at % 9)}@exemplo.example` },
    split: [{ recipientEmail: seller?.email, kind: 'PERCENT', percent: 70 }],
  };
  if (sale % 3 === 1) {
    const { body } = await merchant.post<Charge & { readonly checkoutToken: string }>('/charge', terms);
    const card = day % 4 === 3 ? testCards.insufficientFunds : testCards.approved;
    return (await payByCard(file, { chargeId: body.id, checkoutToken: body.checkoutToken }, card)).body;
  }
  const { body } = await merchant.createPixCharge(terms);
  // Some are left, and one in nine pays too much.
  if (at % 5 !== 4) await merchant.pay(body.checkoutMeta.emv, at % 9 === 0 ? '999.90' : undefined);
  return body;
};

/** A sale of the day that can be given back: some are left by their payers, and some are paid too much for. */
const paidByPix = async (merchant: MerchantApi, made: readonly Attempt[]): Promise<string> => {
  const isPaid = async ({ chargeId }: Attempt) => (await merchant.charge(chargeId)).status === 'PAID';
  for (const sale of made.filter(({ paymentMethod }) => paymentMethod === 'PIX'))
    if (await eventually(() => isPaid(sale), { timeoutMs: paidWithinMs }).catch(() => false)) return sale.chargeId;
  throw new Error('No sale of this day was paid by PIX.');
};

const refund = async (merchant: MerchantApi, chargeId: string, amount: string, reason?: string): Promise<void> => {
  const { status, text } = await merchant.post(`/charge/${chargeId}/refunds`, { amount, reason });
  if (status >= 300) throw new Error(`The refund of ${amount} was refused: ${text}`);
};

const withFailingRefund = async (
  merchant: MerchantApi,
  sandbox: (method: string, path: string, body: object) => Promise<unknown>,
  chargeId: string,
): Promise<void> => {
  await sandbox('PUT', '/refunds', { pix: { outcome: 'failed' } });
  await refund(merchant, chargeId, '5.00', 'Embalagem aberta');
  await eventually(async () => {
    const { body } = await merchant.get<Listed>('/refunds?status=FAILED');
    return body.data.length > 0;
  });
  await sandbox('PUT', '/refunds', { pix: { outcome: 'settled' } });
};
