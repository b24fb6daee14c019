import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { useApi, useSession } from '../session/session.tsx';

type Receivables = components['schemas']['Receivables'];
type Search = Readonly<Record<string, string | number | undefined>>;

const daysShown = 30;
const dayMs = 86_400_000;

/** Days are São Paulo's. */
const dayOf = (at: Date): string => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(at);

/** Money that becomes available from today on, or between the days of the address. */
export const useReceivables = () => {
  const api = useApi();
  const { userId } = useSession();
  const { m, from, to }: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const days = {
    from: String(from ?? dayOf(new Date())),
    to: String(to ?? dayOf(new Date(Date.now() + daysShown * dayMs))),
  };
  const { data, error } = useQuery({
    queryKey: ['receivables', userId, days],
    queryFn: () => api<Receivables>('/receivables', { query: days }),
  });
  const filter = (search: Search) => {
    void navigate({ to: '.', search: { m: m === undefined ? undefined : Number(m), ...search } });
  };
  return { data, error, days, isFiltered: from !== undefined || to !== undefined, filter };
};
