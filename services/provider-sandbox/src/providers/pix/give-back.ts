import { toIso } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { parseDecimal } from '@repasse/values/money';
import { changeDocument, unchanged } from '../../callbacks/commit';
import { type CallbackMessage } from '../../callbacks/callback';
import { dueDocuments, type DueWork } from '../../sweeper';
import { fieldsOf, param } from '../request';
import { decideDevolucao, type Devolucao, type DevolucaoTerms, requestDevolucao, toDevolucaoObject } from './devolucao';
import { type PixReceived, toPixObject } from './pix';
import { pixProblem, type Violation } from './problem';
import { type Psp, type PspEndpoint } from './psp';

const idPattern = /^[a-zA-Z0-9]{1,35}$/;
const descricaoCharactersMax = 140;

/** PUT /pix/{e2eid}/devolucao/{id} -> 201, under way: the webhook and GET show its end. One that takes no time shows it. */
export const putDevolucao: PspEndpoint = async (psp, request) => {
  const id = param(request, 'id');
  const reading = readTerms(request.body);
  const violations = 'violations' in reading ? [...reading.violations] : [];
  if (!idPattern.test(id)) violations.push({ razao: 'O id não respeita o schema.', propriedade: 'devolucao.id' });
  if (violations.length > 0 || 'violations' in reading) return invalidDevolucao(violations);

  const now = psp.clock.now();
  const { delayMs, outcome } = psp.refunds.get().pix;
  const dueAt = new Date(now.getTime() + delayMs).toISOString();
  const isAtOnce = delayMs === 0 && outcome !== 'pending';
  const answer = await changeDocument(psp, psp.pix, param(request, 'e2eid'), async (pix, tx) => {
    const decision = requestDevolucao(pix, id, reading.terms, { now, dueAt });
    if (decision.kind === 'invalid') return unchanged(invalidDevolucao(decision.violations));
    const { kind, devolucao: given } = decision;
    const ended =
      kind === 'requested' && isAtOnce ? decideDevolucao(given, outcome === 'settled', toIso(now)) : undefined;
    const devolucao = ended ?? given;
    const result = { status: 201, body: toDevolucaoObject(devolucao) };
    if (kind === 'repeated') return unchanged(result);
    const after = withDevolucao(pix, devolucao);
    return { saved: [after], messages: ended === undefined ? [] : await messagesOf(psp, after, tx), result };
  });
  return answer ?? pixProblem('PixNaoEncontrado', 'Pix não encontrado para o e2eid informado.');
};

/** Put in the place of the one with its id, or behind the others. */
export const withDevolucao = (pix: PixReceived, devolucao: Devolucao): PixReceived => {
  const others = pix.devolucoes ?? [];
  const at = others.findIndex(({ id }) => id === devolucao.id);
  return { ...pix, devolucoes: at < 0 ? [...others, devolucao] : others.with(at, devolucao) };
};

type Reading = { readonly terms: DevolucaoTerms } | { readonly violations: readonly Violation[] };

const readTerms = (body: unknown): Reading => {
  const { valor, natureza = 'ORIGINAL', descricao = null } = fieldsOf(body);
  const amountMinor = typeof valor === 'string' ? (parseDecimal(valor, 2) ?? 0) : 0;
  const isNatureza = natureza === 'ORIGINAL';
  const isDescricao =
    descricao === null || (typeof descricao === 'string' && descricao.length <= descricaoCharactersMax);
  if (amountMinor > 0 && isNatureza && isDescricao) return { terms: { amountMinor, descricao } };
  return {
    violations: [
      ...(amountMinor > 0 ? [] : [broken('valor')]),
      ...(isNatureza ? [] : [broken('natureza')]),
      ...(isDescricao ? [] : [broken('descricao')]),
    ],
  };
};

const broken = (field: string): Violation => ({
  razao: `O campo devolucao.${field} não respeita o schema.`,
  propriedade: `devolucao.${field}`,
});

const invalidDevolucao = (violations: readonly Violation[]) =>
  pixProblem(
    'PixDevolucaoInvalida',
    'A presente requisição de devolução não respeita o schema ou está semanticamente errada.',
    violations,
  );

/** GET /pix/{e2eid}/devolucao/{id} */
export const getDevolucao: PspEndpoint = async (psp, request) => {
  const pix = await psp.pix.find(param(request, 'e2eid'));
  const devolucao = pix?.devolucoes?.find(({ id }) => id === param(request, 'id'));
  if (devolucao === undefined)
    return pixProblem('PixDevolucaoNaoEncontrada', 'Devolução não encontrada para o e2eid e o id informados.');
  return { status: 200, body: toDevolucaoObject(devolucao) };
};

/** Refunds succeed or fail by the sandbox's clock; the key's webhook is called in both cases. */
export const dueDevolucoes = (psp: Psp): DueWork => {
  const outcomeOf = () => psp.refunds.get().pix.outcome;
  return dueDocuments(
    'pix devolucoes',
    psp.clock,
    // A change of the outcome wakes the sweeper.
    async (now, limit) => (outcomeOf() === 'pending' ? { rows: [], nextDueAt: null } : psp.pix.listDue(now, limit)),
    ({ endToEndId }, now) =>
      changeDocument(psp, psp.pix, endToEndId, async (pix, tx) => {
        // One at a time, because each is announced by itself. The payment stays due while it has another.
        const due = pix.devolucoes?.find(({ dueAt }) => dueAt !== null && dueAt <= toIso(now));
        const decided = due && decideDevolucao(due, outcomeOf() === 'settled', toIso(now));
        if (decided === undefined) return undefined;
        const after = withDevolucao(pix, decided);
        return { saved: [after], messages: await messagesOf(psp, after, tx), result: undefined };
      }),
  );
};

/** The webhook shows the payment with all that was given back of it. */
const messagesOf = async ({ webhooks }: Psp, pix: PixReceived, tx: Tx): Promise<CallbackMessage[]> => {
  const webhook = await webhooks.find(pix.chave, tx);
  const body = JSON.stringify({ pix: [toPixObject(pix)] });
  return webhook === undefined ? [] : [{ provider: 'pix', address: webhook.callbackUrl, body }];
};
