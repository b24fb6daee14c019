import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { queryText } from '../api/call.ts';
import { useStartExport } from '../exports/exports.tsx';
import { queryAbout } from '../session/about-merchant.ts';
import { useSession } from '../session/session.tsx';
import { useTexts } from '../texts/texts.tsx';

/** Keeps, in a link, the user for whom the console is looked at. */
export const sameUser = ({ m }: { readonly m?: number }): { readonly m?: number | undefined } => ({ m });

interface ToCharge {
  readonly chargeId: string;
  /** Its id, unless the link says something else. */
  readonly children?: ReactNode;
}

export const ChargeLink = ({ chargeId, children = <code>{chargeId}</code> }: ToCharge) => (
  <Link to="/charges/$chargeId" params={{ chargeId }} search={sameUser}>
    {children}
  </Link>
);

interface ToDispute {
  readonly disputeId: string;
  readonly children: ReactNode;
}

export const DisputeLink = ({ disputeId, children }: ToDispute) => (
  <Link to="/disputes/$disputeId" params={{ disputeId }} search={sameUser}>
    {children}
  </Link>
);

interface ToPayout {
  readonly payoutId: string;
  readonly children: ReactNode;
}

export const PayoutLink = ({ payoutId, children }: ToPayout) => (
  <Link to="/payouts/$payoutId" params={{ payoutId }} search={sameUser}>
    {children}
  </Link>
);

interface ToSeller {
  readonly recipientId: number;
  readonly children?: ReactNode;
}

export const SellerLink = ({ recipientId, children = recipientId }: ToSeller) => (
  <Link to="/sellers/$recipientId" params={{ recipientId: String(recipientId) }} search={sameUser}>
    {children}
  </Link>
);

interface ToUser {
  readonly to: '/payouts' | '/statement' | '/ledger';
  readonly ofUser: number;
  readonly children: ReactNode;
}

/** The same screen about another user, as far as the API lets this person look. */
export const UserLink = ({ to, ofUser, children }: ToUser) => (
  <Link to={to} search={(before: { m?: number }) => ({ ...sameUser(before), user_id: ofUser })}>
    {children}
  </Link>
);

interface Csv {
  readonly path: string;
  readonly filters: Readonly<Record<string, string | number | undefined>>;
  /** OFX is for programs that keep the books. */
  readonly format?: 'csv' | 'ofx';
  /** Of a list, whose pages are put together. */
  readonly isPaged?: boolean;
}

/** As many as a list gives at once. */
const rowsPerPage = 100;

/**
 * The list as a file for spreadsheets in the reader's language, of exactly these filters and all their pages; a path may be
 * a file's alone. It is read in the background.
 */
export const CsvLink = ({ path, filters, format = 'csv', isPaged = false }: Csv) => {
  const { actions, locale } = useTexts();
  const { userId, merchantId } = useSession();
  const form = { cursor: undefined, ...(!path.endsWith('.csv') && { format }), ...(isPaged && { limit: rowsPerPage }) };
  const start = useStartExport();
  // A link has no header to name the user in.
  const query = { ...queryAbout(merchantId, path, filters), ...form, locale, 'repasse-user': userId };
  const url = `/api${path}${queryText(query)}`;
  return (
    <a
      className="button"
      download
      href={url}
      onClick={(event) => {
        event.preventDefault();
        start({ url });
      }}
    >
      {actions[format]}
    </a>
  );
};
