import { randomBytes, randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { toIso } from '@repasse/chassis/clock';
import { changeDocument } from '../../callbacks/commit';
import { describeCob } from './describe-cob';
import { type ProviderAnswer } from '../answer';
import { param } from '../request';
import { type Cob, type CobTerms, termsOf } from './cob';
import { isTxid, readTerms } from './cob-rules';
import { pixProblem } from './problem';
import { pixOf, type Psp, type PspEndpoint } from './psp';

const locationTokenBytes = 16;
/** The identifier is an int64 in the standard; clients that read it as a double keep it exact. */
const locationIdMax = 2 ** 47;

/** PUT /cob/{txid} creates a charge; on one that is ATIVA and differs, it revises. */
export const putCob: PspEndpoint = async (psp, request) => {
  const txid = param(request, 'txid');
  const reading = readTerms(request.body);
  const violations = 'violations' in reading ? [...reading.violations] : [];
  if (!isTxid(txid)) violations.push({ razao: 'O txid não respeita o schema.', propriedade: 'txid', valor: txid });
  if (violations.length > 0 || 'violations' in reading) return invalidCob(violations);

  const cob: Cob = {
    txid,
    status: 'ATIVA',
    criacao: toIso(psp.clock.now()),
    revisions: [reading.terms],
    endToEndIds: [],
    locationId: randomInt(1, locationIdMax),
    locationToken: randomBytes(locationTokenBytes).toString('hex'),
  };
  if (await psp.cobs.insert(cob)) return { status: 201, body: describeCob(psp, cob) };
  // The standard knows no other success of a PUT, whether it made the charge or found it.
  return reviseCob(psp, txid, () => reading.terms, 201);
};

/**
 * Gives an ATIVA charge other terms. The same terms again change nothing, whatever its status: a merchant who lost
 * the answer may repeat the request.
 */
const reviseCob = async (
  psp: Psp,
  txid: string,
  termsFrom: (current: CobTerms) => CobTerms,
  status: 200 | 201,
): Promise<ProviderAnswer> => {
  const isSame = (terms: CobTerms) => isDeepStrictEqual(termsFrom(terms), terms);
  const cob = await changeDocument(psp, psp.cobs, txid, (found) => {
    if (found.status !== 'ATIVA' || isSame(termsOf(found))) return { saved: [], result: found };
    const revised = { ...found, revisions: [...found.revisions, termsFrom(termsOf(found))] };
    return { saved: [revised], result: revised };
  });
  if (cob === undefined) return cobNotFound();
  if (!isSame(termsOf(cob))) return notActive();
  return { status, body: describeCob(psp, cob, await pixOf(psp, [cob])) };
};

const invalidCob = (violations: Parameters<typeof pixProblem>[2]): ProviderAnswer =>
  pixProblem(
    'CobOperacaoInvalida',
    'A requisição que busca alterar ou criar uma cobrança para pagamento imediato não respeita o schema ou está semanticamente errada.',
    violations,
  );

export const cobNotFound = (): ProviderAnswer =>
  pixProblem('CobNaoEncontrado', 'Cobrança não encontrada para o txid informado.');

const notActive = (): ProviderAnswer =>
  invalidCob([
    { razao: 'A cobrança não está ATIVA, e a presente requisição busca alterá-la.', propriedade: 'cob.status' },
  ]);

const removed = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';

/** PATCH /cob/{txid} revises what is given, or removes the charge: one of the two, never both. */
export const patchCob: PspEndpoint = async (psp, request) => {
  const body = typeof request.body === 'object' && request.body !== null ? (request.body as object) : {};
  const cob = await psp.cobs.find(param(request, 'txid'));
  if (cob === undefined) return cobNotFound();
  return 'status' in body ? remove(psp, cob, body) : revise(psp, cob, body);
};

const revise = async (psp: Psp, cob: Cob, body: object): Promise<ProviderAnswer> => {
  const reading = readTerms(body, termsOf(cob));
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

  const changed = await changeDocument(psp, psp.cobs, cob.txid, (found) => {
    const after: Cob = found.status === 'ATIVA' ? { ...found, status: removed } : found;
    return { saved: [after], result: after };
  });
  // Removing twice is one removal; a paid charge cannot be removed.
  return changed?.status === removed ? { status: 200, body: describeCob(psp, changed) } : notActive();
};
