import { toIso } from '@repasse/chassis/clock';
import { dueRows, type DueWork } from '../../sweeper';
import { changeSale, type Cielo } from './cielo';
import { digits } from './create-sale';
import { finishSale } from './make-sale';
import { changeTypes } from './sale';

/** Sales that got no answer in time learn what the issuer said, by the sandbox's clock. */
export const dueSales = (cielo: Cielo): DueWork =>
  dueRows('cielo sales', cielo.clock, cielo.sales.listDue, ({ paymentId }, now) =>
    changeSale(cielo, paymentId, (sale) => ({
      sale: finishSale(sale, digits(6), toIso(now)),
      changeType: changeTypes.status,
      answer: undefined,
    })),
  );
