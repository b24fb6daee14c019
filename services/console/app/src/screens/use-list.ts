import { useQuery } from '@tanstack/react-query';
import { useApi, useSession } from '../session/session.tsx';
import { useFilters } from './use-filters.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly pagination?: { readonly nextCursor: string | null };
}

/** A list of the API, filtered by what the address has and by nothing else. */
export const useList = <Row>(name: string, path: string) => {
  const api = useApi();
  const { userId } = useSession();
  const { filters, isFiltered, filter } = useFilters();
  const query = { limit: 50, ...filters };
  const { data, error } = useQuery({
    queryKey: [name, userId, query],
    queryFn: ({ signal }) => api<Page<Row>>(path, { query, signal }),
  });
  return {
    ...{ rows: data?.data, error, filters, isFiltered, filter },
    next: data?.pagination?.nextCursor,
    turn: (cursor: string) => filter({ ...filters, cursor }),
  };
};
