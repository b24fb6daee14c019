import { useQuery } from '@tanstack/react-query';
import { useApi, useSession } from '../session/session.tsx';
import { type Search } from './use-filters.ts';

/** One answer of the API, kept under a name by which a change makes it be read anew. */
export const useOne = <Answer>(name: string, path: string, query: Search = {}) => {
  const api = useApi();
  const { userId, merchantId } = useSession();
  return useQuery({
    queryKey: [name, userId, merchantId, path, query],
    queryFn: ({ signal }) => api<Answer>(path, { query, signal }),
  });
};
