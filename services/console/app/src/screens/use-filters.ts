import { useNavigate, useSearch } from '@tanstack/react-router';

export type Search = Readonly<Record<string, string | number | undefined>>;

/** The filters that the address has, beside the user; another filter is another address. */
export const useFilters = () => {
  const { m, ...filters }: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const filter = (search: Search) => {
    void navigate({ to: '.', search: { m: m === undefined ? undefined : Number(m), ...search } });
  };
  return { filters, isFiltered: Object.keys(filters).length > 0, filter };
};
