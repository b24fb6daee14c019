import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { formatMinor, parseDecimal } from '@repasse/values/money';
import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { readBrCode } from '../providers/pix/br-code';
import { expiresAt } from '../providers/pix/cob';
import { newEndToEndId } from '../providers/pix/payment-id';
import { type PixReceived } from '../providers/pix/pix';
import { type Psp } from '../providers/pix/psp';
import { type LocationReader, type LocationReading, type PayableCob } from './read-location';

type PayPixBody = components['schemas']['PayPix'];

/** The payer's bank app: scans, looks behind the code, pays. The money is at the recipient's PSP when this answers. */
export const payPix = (psp: Psp, readLocation: LocationReader): Operation<PayPixBody> => ({
  handle: async ({ body }) => {
    const scanned = readBrCode(body.emv);
    if (scanned.kind === 'invalid') return refuse(400, 'sandbox.br_code_invalid', scanned.reason);
    if (scanned.kind === 'static')
      return refuse(400, 'sandbox.br_code_static', 'It names a key, not a charge: there is no txid to pay.');

    const reading = await readLocation(scanned.location);
    if (reading.outcome !== 'read') return locationProblem(reading);
    return pay(psp, reading.cob, body);
  },
  // A number has no trailing zeros, so it is judged by its decimals and not by its spelling.
  check: ({ body }, faulty) =>
    faulty.has('amount') || body.amount === undefined || amountMinorOf(body.amount) !== undefined
      ? []
      : [{ field: 'amount', message: 'must be more than zero, with two decimals' }],
});

const pay = async (psp: Psp, cob: PayableCob, body: PayPixBody): Promise<ApiResponse> => {
  const now = psp.clock.now();
  const isForced = body.force;
  const refusal = isForced ? undefined : whyNotPayable(cob, now);
  if (refusal !== undefined) return refusal;

  const pix: PixReceived & { readonly txid: string } = {
    endToEndId: newEndToEndId(now),
    txid: cob.txid,
    chave: cob.chave,
    amountMinor: amountMinorOf(body.amount ?? cob.valor.original) ?? 0,
    payerMessage: body.payerMessage ?? null,
    receivedAt: toIso(now),
  };
  const settled = await psp.pix.settle({ pix, isForced, callbackDueAt: psp.callbacks.dueUnlessSent('pix') });
  // Another payer paid between our look and our payment.
  if (settled === undefined) return alreadyPaid(cob);
  psp.callbacks.dispatch(settled.callbacks);
  const { endToEndId, txid, amountMinor } = pix;
  return { status: 200, body: { endToEndId, amount: formatMinor(amountMinor), txid, paidAt: pix.receivedAt } };
};

const whyNotPayable = (cob: PayableCob, now: Date): ApiResponse | undefined => {
  if (cob.status === 'CONCLUIDA') return alreadyPaid(cob);
  if (cob.status !== 'ATIVA') return refuse(409, 'sandbox.pix_removed', `Charge ${cob.txid} was removed.`);
  const until = expiresAt(cob.calendario.criacao, cob.calendario.expiracao);
  if (now < until) return undefined;
  return refuse(409, 'sandbox.pix_expired', `Charge ${cob.txid} expired at ${toIso(until)}.`);
};

const alreadyPaid = (cob: PayableCob): ApiResponse =>
  refuse(409, 'sandbox.pix_already_paid', `Charge ${cob.txid} was paid before.`);

const locationProblem = (reading: Exclude<LocationReading, { outcome: 'read' }>): ApiResponse => {
  if (reading.outcome === 'not_found') return refuse(404, 'sandbox.location_not_found', reading.reason);
  return refuse(502, `sandbox.location_${reading.outcome}`, reading.reason);
};

const refuse = (status: number, code: string, detail: string): ApiResponse => problem({ status, code, detail });

/** Undefined for zero, for more than two decimals and for text that is no decimal number. */
const amountMinorOf = (amount: string | number): number | undefined => {
  const [whole = '', decimals = ''] = String(amount).split('.');
  const amountMinor = parseDecimal(`${whole}.${typeof amount === 'number' ? decimals.padEnd(2, '0') : decimals}`, 2);
  return amountMinor === 0 ? undefined : amountMinor;
};
