import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';
import { type ExistingCharge } from '../domain/charge';
import { attemptsLimit, installmentsLimit } from '../domain/charge.terms';
import { problemOf } from '../http/refusal-problems';
import { readShare } from '../http/requests/charge-request';
import { type ChargeStore } from '../store/charge-store';
import { type ChargeRequest } from '../workflow/charge-request';
import { type MakeCharge } from '../workflow/make-charge';
import { isRefusal } from '../workflow/refusal';
import { type Link, type LinkStatus } from './link';
import { giveUseBack, takeUse, type Form } from './store/link-charges';

export interface LinkChargeDependencies {
  readonly db: Database;
  readonly charges: ChargeStore;
  readonly makeCharge: MakeCharge;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** A payer pays right after the form; a use that is not paid for goes back to the others after this time. */
const lifetimeMs = 60 * 60_000;

/** The charge of a form, the same for each sending of it; or why the link gives none. */
export const createMakeLinkCharge =
  (deps: LinkChargeDependencies) =>
  async (link: Link, form: Form, amountMinor: number): Promise<ExistingCharge | Exclude<LinkStatus, 'OPEN'>> => {
    const now = deps.clock.now();
    const taken = await takeUse(deps.db, form, { chargeId: `ch_${deps.ids.ulid()}`, now });
    if (typeof taken === 'string') return taken;
    const { chargeId } = taken;
    const ulid = chargeId.slice('ch_'.length);
    try {
      // As a request that may have been cut off: what an earlier sending made is found.
      const owner = { userId: link.user_id, key: { ulid, isResumed: true }, idempotency: undefined };
      const charge = await deps.makeCharge(requestOf(link, { amountMinor, ulid, now }), owner);
      if (!isRefusal(charge)) return charge;
      const made = await deps.charges.load(chargeId);
      if (made.status !== 'absent') return made;
      throw problemOf(charge, { currency: 'amount', amount: 'amount' });
    } catch (fault) {
      await giveUseBack(deps.db, form, chargeId);
      throw fault;
    }
  };

const requestOf = (
  link: Link,
  { amountMinor, ulid, now }: { readonly amountMinor: number; readonly ulid: string; readonly now: Date },
): ChargeRequest => ({
  grossAmountMinor: amountMinor,
  paymentMethod: null,
  installments: 1,
  checkoutCurrency: null,
  description: link.title,
  externalReference: `link:${link.link_id}:${ulid}`,
  webhookUrl: null,
  redirectUrl: link.redirect_url,
  expiresAt: new Date(now.getTime() + lifetimeMs).toISOString(),
  attemptExpiresAt: null,
  shares: link.split.map(readShare),
  methods: link.methods,
  installmentsMax: installmentsLimit,
  attemptsMax: attemptsLimit,
  clientMode: null,
  inputs: {
    payer: null,
    splitConfig: link.split.length > 0 ? link.split : null,
    gatewayOptions: null,
    attemptKey: null,
  },
});
