import { rowsAtOnce } from './properties';

interface Page<Item> {
  readonly items: readonly Item[];
  readonly body: { readonly pagination: { readonly nextCursor?: string | null } };
}

/** One page of a list, with the way to the next. */
export const rowsOf = async <Item>(list: PromiseLike<Page<Item>>, shown: (item: Item) => object): Promise<object> => {
  const { items, body } = await list;
  return { rows: items.map(shown), nextCursor: body.pagination.nextCursor ?? null };
};

export const withLimit = <Input extends object>(input: Input): Input & { readonly limit: number } => ({
  limit: rowsAtOnce,
  ...input,
});
