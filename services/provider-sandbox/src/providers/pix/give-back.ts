import { toIso } from '@repasse/chassis/clock';
import { parseDecimal } from '@repasse/chassis/money';
import { commit } from '../../callbacks/commit';
import { dueRows, type DueWork } from '../../sweeper';
import { fieldsOf } from '../fields';
import { param } from '../request';
import { decideDevolucao, type DevolucaoTerms, requestDevolucao, toDevolucaoObject } from './devolucao';
import { pixProblem, type Violation } from './problem';
import { type Psp, type PspEndpoint } from './psp';

const idPattern = /^[a-zA-Z0-9]{1,35}$/;
const descricaoCharactersMax = 140;

/** PUT /pix/{e2eid}/devolucao/{id} -> 201, under way. The webhook and GET show its end. */
export const putDevolucao: PspEndpoint = async (psp, request) => {
  const id = param(request, 'id');
  const reading = readTerms(request.body);
  const violations = 'violations' in reading ? [...reading.violations] : [];
  if (!idPattern.test(id)) violations.push({ razao: 'O id não respeita o schema.', propriedade: 'devolucao.id' });
  if (violations.length > 0 || 'violations' in reading) return invalidDevolucao(violations);

  const now = psp.clock.now();
  const dueAt = new Date(now.getTime() + psp.refunds.get().pix.delayMs).toISOString();
  const decision = await psp.devolucoes.request(param(request, 'e2eid'), (pix) =>
    requestDevolucao(pix, id, reading.terms, { now, dueAt }),
  );
  if (decision === undefined) return pixProblem('PixNaoEncontrado', 'Pix não encontrado para o e2eid informado.');
  if (decision.kind === 'invalid') return invalidDevolucao(decision.violations);
  psp.sweeper.expect(decision.devolucao.dueAt);
  return { status: 201, body: toDevolucaoObject(decision.devolucao) };
};

type Reading = { readonly terms: DevolucaoTerms } | { readonly violations: readonly Violation[] };

const readTerms = (body: unknown): Reading => {
  const { valor, natureza = 'ORIGINAL', descricao = null } = fieldsOf(body);
  const amountMinor = typeof valor === 'string' ? (parseDecimal(valor, 2) ?? 0) : 0;
  const isNatureza = natureza === 'ORIGINAL' || natureza === 'RETIRADA';
  const isDescricao =
    descricao === null || (typeof descricao === 'string' && descricao.length <= descricaoCharactersMax);
  if (amountMinor > 0 && isNatureza && isDescricao) return { terms: { amountMinor, natureza, descricao } };
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
  const devolucao = await psp.devolucoes.find(param(request, 'e2eid'), param(request, 'id'));
  if (devolucao === undefined)
    return pixProblem('PixDevolucaoNaoEncontrada', 'Devolução não encontrada para o e2eid e o id informados.');
  return { status: 200, body: toDevolucaoObject(devolucao) };
};

/** Refunds succeed or fail by the sandbox's clock; the key's webhook is called in both cases. */
export const dueDevolucoes = (psp: Psp): DueWork => {
  const outcomeOf = () => psp.refunds.get().pix.outcome;
  return dueRows(
    'pix devolucoes',
    psp.clock,
    // A change of the outcome wakes the sweeper.
    async (now, limit) =>
      outcomeOf() === 'pending' ? { rows: [], nextDueAt: null } : psp.devolucoes.listDue(now, limit),
    ({ endToEndId, id }, now) =>
      commit(psp, 'pix', async (tx) => {
        const isSettled = outcomeOf() === 'settled';
        const messages = await psp.devolucoes.decide(tx, endToEndId, id, (devolucao) =>
          decideDevolucao(devolucao, isSettled, toIso(now)),
        );
        return { result: undefined, messages };
      }),
  );
};
