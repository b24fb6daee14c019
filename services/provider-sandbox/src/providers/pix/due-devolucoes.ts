import { toIso } from '@repasse/chassis/clock';
import { commit } from '../../callbacks/commit';
import { dueRows, type DueWork } from '../../sweeper';
import { decideDevolucao } from './devolucao';
import { type Psp } from './psp';

/** Money goes back, or does not, by the sandbox's clock; the key's webhook is told either way. */
export const dueDevolucoes = (psp: Psp): DueWork => {
  const outcomeOf = () => psp.refunds.get().pix.outcome;
  return dueRows(
    'pix devolucoes',
    psp.clock,
    // Whoever sets another outcome has the sweeper look.
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
