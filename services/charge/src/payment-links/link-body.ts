import { formatMinor } from '@repasse/values/money';
import { chargeCurrency } from '../domain/charge.terms';
import { chargeMethods } from '../domain/methods';
import { linkStatus, type Link } from './link';

/** A link in the words of the API. */
export const linkBody = (link: Link, { baseUrl, now }: { readonly baseUrl: string; readonly now: Date }) => ({
  id: link.link_id,
  userId: link.user_id,
  title: link.title,
  url: `${baseUrl}/pay/${link.link_id}`,
  status: linkStatus(link, now.getTime()),
  active: link.is_active,
  amount: amountText(link.amount_minor),
  minAmount: amountText(link.min_minor),
  maxAmount: amountText(link.max_minor),
  currency: chargeCurrency,
  allowedMethods: link.methods ?? chargeMethods,
  split: link.split,
  usesMax: link.uses_max,
  usesTaken: link.uses_taken,
  validUntil: link.valid_until,
  redirectUrl: link.redirect_url,
  chargesCreated: link.created_count,
  chargesPaid: link.paid_count,
  paidAmount: formatMinor(link.paid_minor),
  createdAt: link.created_at,
  updatedAt: link.updated_at,
});

const amountText = (minor: number | null): string | null => (minor === null ? null : formatMinor(minor));
