import { type Operations } from '@repasse/chassis/http/app';
import { createPaymentLink } from './create-payment-link';
import { getPaymentLink } from './get-payment-link';
import { getPaymentLinkPage } from './get-payment-link-page';
import { listPaymentLinks } from './list-payment-links';
import { payByLink, type PayByLinkDependencies } from './pay-by-link';
import { updatePaymentLink } from './update-payment-link';

/** The merchant's operations on links, and the page of each. */
export const createPaymentLinks = (deps: PayByLinkDependencies): Operations => ({
  createPaymentLink: createPaymentLink(deps),
  listPaymentLinks: listPaymentLinks(deps),
  getPaymentLink: getPaymentLink(deps),
  updatePaymentLink: updatePaymentLink(deps),
  getPaymentLinkPage: getPaymentLinkPage(deps),
  payByLink: payByLink(deps),
});
