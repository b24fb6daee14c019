import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { callerAddress } from '@repasse/chassis/limits/caller-address';
import { createRateLimit } from '@repasse/chassis/limits/rate-limit';
import { type components } from '@repasse/contracts/generated/http/charge';
import { type CheckoutLinkOf } from '../http/checkout-link';
import { createMakeLinkCharge, type LinkChargeDependencies } from './make-link-charge';
import { amountToPay, linkStatus } from './link';
import { pagesFor, type LinkPages, type PageDependencies, type PageQuery } from './link-pages';
import { findPayableLink, type PayableLink } from './store/find-payable-link';
import { chargeOfForm } from './store/link-charges';

type Body = components['schemas']['PayByLink'];

export interface PayByLinkDependencies extends PageDependencies, LinkChargeDependencies {
  readonly linkOf: CheckoutLinkOf;
  /** Proxies of ours between the payer and this service. */
  readonly proxiesInFront: number;
}

/** Each makes a charge and takes a use: more than an office sends behind one address, less than would empty a stock at once. */
const ratePerAddress = { requests: 30, seconds: 60 };

/** POST /pay/{linkId} */
export const payByLink = (deps: PayByLinkDependencies): Operation<Body, PageQuery> => {
  const limit = createRateLimit(ratePerAddress);
  const pay = createPay(deps);
  return {
    handle: async (request) => {
      await limit.count(addressOf(deps, request));
      const pages = pagesFor(deps, request);
      const link = await findPayableLink(deps.db, request.params['linkId'] ?? '', deps.clock.now());
      return link === undefined ? pages.missing() : pay(link, request.body, pages);
    },
  };
};

const createPay = (deps: PayByLinkDependencies) => {
  const makeLinkCharge = createMakeLinkCharge(deps);
  return async (link: PayableLink, { formToken, amount }: Body, pages: LinkPages): Promise<ApiResponse> => {
    const form = { linkId: link.link_id, formToken };
    const known = await chargeOfForm(deps.db, form);
    const made = known === undefined ? undefined : await deps.charges.load(known);
    // Whatever has become of the link since, a form that was sent leads to its charge.
    if (made !== undefined && made.status !== 'absent') return redirect(deps, made.terms, pages);
    const status = linkStatus(link, deps.clock.now().getTime());
    if (status !== 'OPEN' && known === undefined) return pages.ending(status, link);
    const amountMinor = amountToPay(link, amount);
    if (amountMinor === undefined) return pages.form(400, link, { formToken, refused: amount ?? '' });
    const charge = await makeLinkCharge(link, form, amountMinor);
    return typeof charge === 'string' ? pages.ending(charge, link) : redirect(deps, charge.terms, pages);
  };
};

const redirect = (
  { linkOf }: PayByLinkDependencies,
  terms: Parameters<CheckoutLinkOf>[0],
  { visit }: LinkPages,
): ApiResponse => ({
  status: 303,
  body: '',
  contentType: 'text/plain; charset=utf-8',
  headers: { location: `${linkOf(terms).checkoutUrl}&lang=${visit.look.locale}`, 'cache-control': 'no-store' },
});

const addressOf = (
  { proxiesInFront }: PayByLinkDependencies,
  { headers, remoteAddress }: Pick<ApiRequest, 'headers' | 'remoteAddress'>,
): string => callerAddress({ forwardedFor: headers['x-forwarded-for'], remoteAddress }, proxiesInFront);
