import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/charge';
import { useApi, useSession } from '../../session/session.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { sameUser } from '../../ui/links.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { placeOf } from './attention-places.ts';

type Counts = components['schemas']['Attention'];

/** Each owner counts its own; all are asked at once. Some count what is the caller's alone, whomever staff look at. */
const owners = [
  { path: '/attention/charges', scope: 'charges:read' },
  { path: '/attention/disputes', scope: 'payments:read' },
  { path: '/attention/payouts', scope: 'balance:read' },
  { path: '/attention/webhooks', scope: 'webhooks:read', isOwn: true },
  { path: '/attention/keys', scope: 'keys:read', isOwn: true },
];

/** What waits for somebody, with the list of it behind each line. */
export const Attention = () => {
  const api = useApi();
  const { userId, merchantId, scopes } = useSession();
  const { words, home } = useTexts();
  const answers = useQueries({
    queries: owners
      .filter(({ scope, isOwn }) => scopes.includes(scope) && (merchantId === null || isOwn !== true))
      .map(({ path }) => ({
        queryKey: [path, userId, merchantId],
        queryFn: () => api<Counts>(path),
      })),
  });
  const waiting = answers.flatMap(({ data }) => data?.data ?? []).filter(({ count }) => count > 0);
  const fault = answers.find(({ error }) => error !== null)?.error ?? null;
  return (
    <>
      <h2>{words.attention}</h2>
      <ProblemNotice fault={fault} />
      {answers.some(({ isPending }) => isPending) ? (
        <p className="skeleton" aria-busy="true" />
      ) : (
        <Lines waiting={waiting} nothing={fault === null ? words.nothingWaits : undefined} texts={home.attention} />
      )}
    </>
  );
};

interface LinesProps {
  readonly waiting: Counts['data'];
  /** Told when nothing waits; not where somebody could not be asked. */
  readonly nothing: string | undefined;
  readonly texts: Readonly<Record<Counts['data'][number]['kind'], string>>;
}

const Lines = ({ waiting, nothing, texts }: LinesProps) => {
  if (waiting.length === 0) return nothing === undefined ? null : <p className="card">{nothing}</p>;
  return (
    <ul className="card waiting">
      {waiting.map((each) => {
        const { to, filters } = placeOf(each);
        return (
          <li key={each.kind}>
            <Link to={to} search={(before: { m?: number }) => ({ ...sameUser(before), ...filters })}>
              {texts[each.kind]}: {each.count}
              {each.isMore && '+'}
            </Link>
          </li>
        );
      })}
    </ul>
  );
};
