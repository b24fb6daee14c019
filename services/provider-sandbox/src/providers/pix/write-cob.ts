import { randomBytes, randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type Change, changeDocument, unchanged } from '../../callbacks/commit';
import { type ProviderAnswer } from '../answer';
import { fieldsOf, param } from '../request';
import { describeCob } from './describe-cob';
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

  const cob = newCob(txid, reading.terms, psp.clock.now());
  if (await psp.cobs.insert(cob)) return { status: 201, body: describeCob(psp, cob) };
  const revised = await changeDocument(psp, psp.cobs, txid, (found, tx) => revise(psp, found, reading.terms, tx));
  // The standard knows no other success of a PUT, whether it made the charge or found it.
  return revised?.status === 200 ? { ...revised, status: 201 } : (revised ?? cobNotFound());
};

export const newCob = (txid: string, terms: CobTerms, now: Date): Cob => ({
  txid,
  status: 'ATIVA',
  criacao: toIso(now),
  revisions: [terms],
  endToEndIds: [],
  locationId: randomInt(1, locationIdMax),
  locationToken: randomBytes(locationTokenBytes).toString('hex'),
});

/**
 * Gives an ATIVA charge other terms. The same terms again change nothing, whatever its status: a merchant who lost
 * the answer may repeat the request.
 */
const revise = async (psp: Psp, cob: Cob, terms: CobTerms, tx: Tx): Promise<Change<Cob, ProviderAnswer>> => {
  const isSame = isDeepStrictEqual(terms, termsOf(cob));
  if (!isSame && cob.status !== 'ATIVA') return unchanged(notActive());
  const revised = isSame ? cob : { ...cob, revisions: [...cob.revisions, terms] };
  const result = { status: 200, body: describeCob(psp, revised, await pixOf(psp, [cob], tx)) };
  return isSame ? unchanged(result) : { saved: [revised], result };
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
  const body = fieldsOf(request.body);
  const answer = await changeDocument(psp, psp.cobs, param(request, 'txid'), (cob, tx) => {
    if ('status' in body) return remove(psp, cob, body);
    const reading = readTerms(body, termsOf(cob));
    return 'terms' in reading ? revise(psp, cob, reading.terms, tx) : unchanged(invalidCob(reading.violations));
  });
  return answer ?? cobNotFound();
};

const remove = (psp: Psp, cob: Cob, body: Readonly<Record<string, unknown>>): Change<Cob, ProviderAnswer> => {
  if (body['status'] !== removed)
    return unchanged(invalidCob([{ razao: 'O campo cob.status não respeita o schema.', propriedade: 'cob.status' }]));
  if (Object.keys(body).length > 1)
    return unchanged(
      invalidCob([{ razao: 'A remoção não pode vir juntamente com outras alterações.', propriedade: 'cob.status' }]),
    );
  // Removing twice is one removal; a paid charge cannot be removed.
  if (cob.status !== 'ATIVA' && cob.status !== removed) return unchanged(notActive());
  const after: Cob = { ...cob, status: removed };
  return { saved: [after], result: { status: 200, body: describeCob(psp, after) } };
};
