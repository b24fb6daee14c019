import { randomInt } from 'node:crypto';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { type Change, changeDocument, unchanged } from '../callbacks/commit';
import { type Cielo, newestSale, notified } from '../providers/cielo/cielo';
import { type Chargeback, changeTypes, type Sale, saleStatus, toBrasilia } from '../providers/cielo/sale';

type ChargeBackBody = components['schemas']['ChargeBackCard'];

/** Cielo's own example: fraud, the card not being there. */
const reasonCodeDefault = '104';
const reasonMessageDefault = 'Outras Fraudes - Cartao Ausente';

/** POST /sandbox/card/chargeback: the payer disputes a sale, by its own id, as the order's newest, or as the newest of all. */
export const chargeBackCard = (cielo: Cielo): Operation<ChargeBackBody> => ({
  handle: async ({ body }) => {
    const paymentId = body.paymentId ?? (await newestSale(cielo, body.merchantOrderId))?.paymentId;
    const answer = await changeDocument(cielo, cielo.sales, paymentId ?? '', (sale) => chargeBack(cielo, sale, body));
    return answer ?? problem({ status: 404, code: 'sandbox.sale_not_found', detail: 'There is no such card sale.' });
  },
});

/** The payer's bank wants the money back. A second time, with another status, it is the same case going on. */
export const chargeBack = (cielo: Cielo, sale: Sale, body: ChargeBackBody): Change<Sale, ApiResponse> => {
  const [open] = sale.chargebacks;
  const { status = 'Received' } = body;
  if (sale.status !== saleStatus.confirmed && open === undefined)
    return unchanged(problem({ status: 409, code: 'sandbox.sale_not_paid', detail: 'The sale was not captured.' }));
  const chargeback: Chargeback = open === undefined ? openCase(cielo, sale, body, status) : { ...open, status };
  const { caseNumber, amount } = chargeback;
  const described = { paymentId: sale.paymentId, caseNumber, amountMinor: amount, status };
  const charged = { ...sale, chargebacks: [chargeback] };
  return notified(cielo, charged, changeTypes.chargeback, { status: 200, body: described });
};

const openCase = ({ clock }: Cielo, sale: Sale, body: ChargeBackBody, status: string): Chargeback => ({
  caseNumber: String(randomInt(100_000, 1_000_000)),
  amount: body.amountMinor ?? sale.amount,
  date: body.date ?? toBrasilia(clock.now().toISOString()).slice(0, 10),
  reasonCode: body.reasonCode ?? reasonCodeDefault,
  reasonMessage: body.reasonMessage ?? reasonMessageDefault,
  status,
});
