import { type Tx } from '@repasse/chassis/postgres/database';

export interface View {
  readonly viewId: string;
  readonly userId: number;
  readonly personId: string;
  readonly screen: string;
  readonly name: string;
  readonly filters: Readonly<Record<string, string>>;
  readonly isShared: boolean;
  readonly updatedAt: string;
}

/** With the name of who made it. */
export type NamedView = View & { readonly personName: string };

const columns = `v.view_id as "viewId", v.user_id as "userId", v.person_id as "personId", v.screen, v.name, v.filters,
  v.is_shared as "isShared", v.updated_at as "updatedAt", p.name as "personName"`;

/** The person's own at the user, and those that are shared there. */
export const listVisibleViews = (tx: Tx, userId: number, personId: string): Promise<NamedView[]> =>
  tx.query<NamedView>(
    `select ${columns} from saved_views v join persons p using (person_id)
     where v.user_id = $1 and (v.is_shared or v.person_id = $2)
     order by v.screen, lower(v.name), v.name, v.view_id`,
    [userId, personId],
  );

export const findView = async (tx: Tx, userId: number, viewId: string): Promise<NamedView | undefined> =>
  (
    await tx.query<NamedView>(
      `select ${columns} from saved_views v join persons p using (person_id) where v.user_id = $1 and v.view_id = $2`,
      [userId, viewId],
    )
  )[0];

interface Counts {
  readonly own: number;
  readonly shared: number;
}

/** How many there are beside the one of this screen and name, which is replaced. */
export const countOtherViews = async (
  tx: Tx,
  { userId, personId, screen, name }: Pick<View, 'userId' | 'personId' | 'screen' | 'name'>,
): Promise<Counts> => {
  const [counts] = await tx.query<Counts>(
    `select (count(*) filter (where person_id = $2))::int as own, (count(*) filter (where is_shared))::int as shared
     from saved_views where user_id = $1 and not (person_id = $2 and screen = $3 and name = $4)`,
    [userId, personId, screen, name],
  );
  return counts ?? { own: 0, shared: 0 };
};

/** Its id: the one it had before, where it replaces one. */
export const putView = async (tx: Tx, view: View): Promise<string> => {
  const { viewId, userId, personId, screen, name, filters, isShared, updatedAt } = view;
  const [put] = await tx.query<{ readonly viewId: string }>(
    `insert into saved_views (view_id, user_id, person_id, screen, name, filters, is_shared, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (user_id, person_id, screen, name)
       do update set filters = excluded.filters, is_shared = excluded.is_shared, updated_at = excluded.updated_at
     returning view_id as "viewId"`,
    [viewId, userId, personId, screen, name, JSON.stringify(filters), isShared, updatedAt],
  );
  return put?.viewId ?? viewId;
};

export const deleteView = async (tx: Tx, viewId: string): Promise<void> => {
  await tx.query('delete from saved_views where view_id = $1', [viewId]);
};
