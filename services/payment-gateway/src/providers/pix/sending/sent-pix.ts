import { type PayoutReturn } from '../../../payouts/domain/payout';
import { anything, lenient, many, matcher, object, reader, text, time, toTime } from '../../wire/schema';
import { stateMap } from '../../wire/state-map';
import { amount, toMinor } from '../amount';
import { whyNotCarriedOut } from './refusals';

/** A PIX that we have sent, as far as we read it. */
export type SentPix = ReturnType<typeof readSentPix>;

const sent = object({
  idEnvio: text,
  endToEndId: lenient(text),
  valor: amount,
  status: anything,
  horario: lenient(object({ liquidacao: lenient(time) })),
  gnExtras: lenient(object({ erro: lenient(object({ codigo: lenient(text) })) })),
  // Our reading of a field that is not documented: it must not hide the money beside it.
  devolucoes: anything,
});
const read = reader('sent', sent);

/** Reads the answer to GET /gn/pix/enviados/id-envio/{idEnvio}. */
export const readSentPix = (body: unknown) => {
  const { idEnvio, endToEndId, valor, status, horario, gnExtras, devolucoes } = read(body);
  return {
    idEnvio,
    endToEndId,
    amountMinor: toMinor(valor),
    status: statusOf(status),
    settledAt: horario?.liquidacao === undefined ? null : toTime(horario.liquidacao),
    failure: whyNotCarriedOut(gnExtras?.erro?.codigo),
    returns: many(devolucoes).flatMap(returnIn),
  };
};

/** An unknown status ends nothing. */
const statusOf = stateMap<'sending' | 'settled' | 'failed'>(
  { REALIZADO: 'settled', NAO_REALIZADO: 'failed' },
  'sending',
);

const matchReturn = matcher(
  object({
    rtrId: text,
    valor: amount,
    status: text,
    horario: object({ liquidacao: time }),
    motivo: lenient(text),
  }),
);

const returnIn = (told: unknown): readonly PayoutReturn[] => {
  const found = matchReturn(told);
  if (found?.status !== 'DEVOLVIDO') return [];
  const { rtrId: returnReference, valor, horario, motivo } = found;
  // Free text of the receiver's bank may name a person, so only a code of the banks is taken.
  const [returnReason = null] = /^[A-Z]{2}\d{2}\b/.exec(motivo ?? '') ?? [];
  return [{ returnReference, returnedMinor: toMinor(valor), returnReason, returnedAt: toTime(horario.liquidacao) }];
};

export const readBalance = (body: unknown): number => toMinor(readSaldo(body).saldo);
const readSaldo = reader('saldo', object({ saldo: amount }));
