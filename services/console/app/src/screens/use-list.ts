import { useQuery } from '@tanstack/react-query';
import { useApi, useSession } from '../session/session.tsx';
import { useFilters, type Search } from './use-filters.ts';

interface Page<Row> {
  readonly data: readonly Row[];
  readonly pagination?: { readonly nextCursor: string | null };
}

/** A list of the API, filtered by what the address has and by nothing else. */
export const useList = <Row>(name: string, path: string, queryOf = same) => {
  const api = useApi();
  const { userId, merchantId } = useSession();
  const { filters, isFiltered, filter } = useFilters();
  const filterQuery = queryOf(filters);
  const query = { limit: 50, ...filterQuery };
  const { data, error } = useQuery({
    queryKey: [name, userId, merchantId, query],
    queryFn: ({ signal }) => api<Page<Row>>(path, { query, signal }),
  });
  return {
    ...{ rows: data?.data, error, filters, isFiltered, filter, query: filterQuery },
    next: data?.pagination?.nextCursor,
    turn: (cursor: string) => filter({ ...filters, cursor }),
  };
};

const same = (filters: Search): Search => filters;
