import { Link } from '@tanstack/react-router';
import { type ReactNode } from 'react';
import { queryText } from '../api/call.ts';
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

interface Csv {
  readonly path: string;
  readonly filters: Readonly<Record<string, string | number | undefined>>;
}

/** The list as a file for spreadsheets in the reader's language, of exactly these filters; a path may be a file's alone. */
export const CsvLink = ({ path, filters }: Csv) => {
  const { actions, locale } = useTexts();
  const { userId } = useSession();
  const form = path.endsWith('.csv') ? { cursor: undefined } : { format: 'csv' };
  // A link has no header to name the user in.
  const query = { ...filters, ...form, locale, 'repasse-user': userId };
  return (
    <a className="button" download href={`/api${path}${queryText(query)}`}>
      {actions.csv}
    </a>
  );
};
