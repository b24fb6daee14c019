import { type Operation } from '@repasse/chassis/http/app';
import { cursorList } from '@repasse/chassis/http/cursor-list';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type operations } from '@repasse/contracts/generated/http/charge';
import { momentOf } from '@repasse/values/moment';
import { type SurplusRow } from '../store/read-rows';
import { listSurpluses, type SurplusPosition } from '../store/reads/surpluses-by-merchant';
import { readerOfList } from './caller';
import { listedHeldPaymentBody } from './wire/held-payment-body';

type Query = NonNullable<operations['listHeldPaymentsOfMerchant']['parameters']['query']>;

/** GET /held-payments: of all charges of the caller, or for staff of the user they name or of everybody; newest first. */
export const listHeldPaymentsOfMerchant = (db: Tx): Operation<unknown, Query> => ({
  check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const { user_id, status, limit = 20, cursor } = request.query;
    const filter = {
      reader: readerOfList(request, user_id),
      standing: status?.toLowerCase() as SurplusRow['standing'] | undefined,
    };
    const found = await listSurpluses(db, filter, cursors.after(cursor), limit + 1);
    return { status: 200, body: cursors.pageOf(found, limit, listedHeldPaymentBody) };
  },
});

const paymentIdForm = /^pay_[0-9A-HJKMNP-TV-Z]{26}$/;

/** The reference is the provider's own text, so it stands last. */
const cursors = cursorList<SurplusPosition>({
  write: ({ recorded_at, payment_id, provider_reference }) => `${recorded_at} ${payment_id} ${provider_reference}`,
  read: (text) => {
    const [recorded_at = '', payment_id = '', ...rest] = text.split(' ');
    const isOurs = momentOf(recorded_at) === recorded_at && paymentIdForm.test(payment_id) && rest.length > 0;
    return isOurs ? { recorded_at, payment_id, provider_reference: rest.join(' ') } : undefined;
  },
});
