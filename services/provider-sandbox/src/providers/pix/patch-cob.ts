import { type ProviderAnswer } from '../answer';
import { type Cob, type CobTerms } from './cob';
import { readTerms } from './cob-rules';
import { describeCob } from './describe-cob';
import { param, type Psp, type PspEndpoint } from './psp';
import { cobNotFound, invalidCob, notActive, reviseCob } from './put-cob';

const removed = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

/** PATCH /cob/{txid} revises what is given, or removes the charge: one of the two, never both. */
export const patchCob: PspEndpoint = async (psp, request) => {
  const body = typeof request.body === 'object' && request.body !== null ? (request.body as object) : {};
  const cob = await psp.cobs.find(param(request, 'txid'));
  if (cob === undefined) return cobNotFound();
  return 'status' in body ? remove(psp, cob, body) : revise(psp, cob, body);
};

const revise = async (psp: Psp, cob: Cob, body: object): Promise<ProviderAnswer> => {
  const reading = readTerms(body, cob.terms);
  if ('violations' in reading) return invalidCob(reading.violations);
  const termsFrom = (current: CobTerms): CobTerms => {
    // Read again on the locked row: another revision may have come in between.
    const again = readTerms(body, current);
    return 'terms' in again ? again.terms : current;
  };
  return reviseCob(psp, cob.txid, termsFrom, 200);
};

const remove = async (psp: Psp, cob: Cob, body: object): Promise<ProviderAnswer> => {
  if (!('status' in body) || body.status !== removed)
    return invalidCob([{ razao: 'O campo cob.status não respeita o schema.', propriedade: 'cob.status' }]);
  if (Object.keys(body).length > 1)
    return invalidCob([
      { razao: 'A remoção não pode vir juntamente com outras alterações.', propriedade: 'cob.status' },
    ]);

  const changed = await psp.cobs.change(cob.txid, ({ status }) =>
    status === 'ATIVA' ? { status: removed } : undefined,
  );
  // Removing twice is one removal; a paid charge cannot be removed.
  return changed?.status === removed ? { status: 200, body: describeCob(psp, changed) } : notActive();
};
