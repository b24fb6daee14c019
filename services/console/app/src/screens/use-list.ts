import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApi, useSession } from '../session/session.tsx';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly pagination?: { readonly nextCursor: string | null };
}

type Search = Readonly<Record<string, string | number | undefined>>;

/** A list of the API, filtered by what the address has and by nothing else. */
export const useList = <Row>(name: string, path: string, fixed: Search = {}) => {
  const api = useApi();
  const { userId } = useSession();
  const { m, ...filters }: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const query = { ...fixed, limit: 50, ...filters };
  const { data, error } = useQuery({
    queryKey: [name, userId, query],
    queryFn: ({ signal }) => api<Page<Row>>(path, { query, signal }),
  });
  const go = (search: Search) => {
    void navigate({ to: '.', search: { m: m === undefined ? undefined : Number(m), ...search } });
  };
  return {
    rows: data?.data,
    error,
    filters,
    isFiltered: Object.keys(filters).length > 0,
    next: data?.pagination?.nextCursor,
    filter: go,
    turn: (cursor: string) => go({ ...filters, cursor }),
  };
};
