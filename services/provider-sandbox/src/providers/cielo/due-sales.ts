import { toIso } from '@repasse/chassis/clock';
import { type DueWork } from '../../sweeper';
import { changeSale, type Cielo } from './cielo';
import { digits } from './create-sale';
import { finishSale } from './make-sale';
import { changeTypes } from './sale';

const batchMax = 100;

/** Sales that got no answer in time learn what the issuer said, by the sandbox's clock. */
export const dueSales = (cielo: Cielo): DueWork => ({
  name: 'cielo sales',
  run: async () => {
    const now = toIso(cielo.clock.now());
    const { rows, nextDueAt } = await cielo.sales.listDue(now, batchMax);
    for (const { paymentId } of rows)
      await changeSale(cielo, paymentId, (sale) => ({
        sale: finishSale(sale, digits(6), now),
        changeType: changeTypes.status,
        answer: undefined,
      }));
    return nextDueAt;
  },
});
