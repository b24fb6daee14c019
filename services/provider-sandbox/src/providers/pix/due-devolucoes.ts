import { toIso } from '@repasse/chassis/clock';
import { type DueWork } from '../../sweeper';
import { decideDevolucao } from './devolucao';
import { type Psp } from './psp';

const batchMax = 100;

/** Money goes back, or does not, by the sandbox's clock; the key's webhook is told either way. */
export const dueDevolucoes = (psp: Psp): DueWork => ({
  name: 'pix devolucoes',
  run: async () => {
    const { outcome } = psp.refunds.get().pix;
    // Whoever sets another outcome has the sweeper look.
    if (outcome === 'pending') return null;
    const now = toIso(psp.clock.now());
    const { rows, nextDueAt } = await psp.devolucoes.listDue(now, batchMax);
    for (const { endToEndId, id } of rows) {
      const decide = (devolucao: Parameters<typeof decideDevolucao>[0]) =>
        decideDevolucao(devolucao, outcome === 'settled', now);
      psp.callbacks.dispatch(await psp.devolucoes.decide(endToEndId, id, decide, psp.callbacks.leaseUntil('pix')));
    }
    return nextDueAt;
  },
});
