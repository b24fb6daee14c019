import { useQuery } from '@tanstack/react-query';
import { useApi, useSession } from '../session/session.tsx';

/** A list without pages or filters. */
export const useAll = <Row>(name: string, path: string) => {
  const api = useApi();
  const { userId, merchantId } = useSession();
  const { data, error } = useQuery({
    queryKey: [name, userId, merchantId],
    queryFn: () => api<{ readonly data: readonly Row[] }>(path),
  });
  return { rows: data?.data, error };
};
