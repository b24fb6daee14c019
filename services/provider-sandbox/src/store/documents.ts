import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type Due, readDue, selectDue } from '@repasse/chassis/waiting/due-rows';

/** The values by which a document is found. */
export interface Keys {
  readonly id: string | number;
  readonly createdAt: string;
  /** When something happens to it by itself, by the sandbox's clock. */
  readonly dueAt?: string | null;
  readonly refs?: Refs;
}

/** Values by name. Undefined ones are left out, in documents and in searches; null is a value. */
type Refs = Readonly<Record<string, unknown>>;

/** All that is given must hold. */
export interface Search {
  readonly ids?: readonly string[] | undefined;
  readonly refs?: Refs | undefined;
  /** The period in which it was made, both ends included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Parts of documents; what is found contains one of them. */
  readonly like?: readonly object[] | undefined;
}

/** Oldest first, and all, unless it says otherwise. */
export interface Slice {
  readonly isNewestFirst?: boolean;
  readonly offset?: number;
  readonly limit?: number;
}

interface Page<Document> {
  readonly rows: readonly Document[];
  /** Of all pages. */
  readonly total: number;
}

/** The documents of one kind. */
export interface Documents<Document> {
  readonly save: (document: Document, tx?: Tx) => Promise<void>;
  /** False when there is one with its id: nothing was written. */
  insert(document: Document): Promise<boolean>;
  find(id: string | number, tx?: Tx): Promise<Document | undefined>;
  findBy(refs: Refs): Promise<Document | undefined>;
  /** Locks it until the transaction ends. */
  lock(id: string | number, tx: Tx): Promise<Document | undefined>;
  /** False when there was none. */
  delete(id: string | number): Promise<boolean>;
  list(search: Search, slice?: Slice, tx?: Tx): Promise<Document[]>;
  /** Everything comes due so much earlier. */
  bringNearer(ms: number): Promise<void>;
  page(search: Search, slice: Slice): Promise<Page<Document>>;
  readonly listDue: (now: string, limit: number, like?: readonly object[]) => Promise<Due<Document>>;
  readonly dueAtOf: (document: Document) => string | null;
}

/** Documents that wait for a switch stay due; this pause keeps them from being read in a loop. */
export const againMs = 200;

const insertSql = `
  insert into documents (kind, id, document, refs, created_at, due_at) values ($1, $2, $3::jsonb, $4::jsonb, $5, $6)`;

export const documents = <Document extends object>(
  db: Database,
  kind: string,
  keysOf: (document: Document) => Keys,
): Documents<Document> => {
  const valuesOf = (document: Document): unknown[] => {
    const { id, createdAt, dueAt = null, refs = {} } = keysOf(document);
    return [kind, String(id), JSON.stringify(document), JSON.stringify(refs), createdAt, dueAt];
  };
  const select = async (tail: string, values: readonly unknown[], tx: Tx = db): Promise<Document[]> => {
    const rows = await tx.query<{ document: Document }>(`select document from documents ${tail}`, values);
    return rows.map(({ document }) => document);
  };
  const list = (search: Search, { isNewestFirst = false, offset = 0, limit }: Slice = {}, tx?: Tx) => {
    const { sql, values } = where(kind, search);
    const order = isNewestFirst ? 'created_at desc, id desc' : 'created_at, id';
    const rows = `offset $${values.length + 1} limit $${values.length + 2}`;
    return select(`${sql} order by ${order} ${rows}`, [...values, offset, limit ?? null], tx);
  };

  return {
    list,
    save: async (document, tx = db) => {
      const columns = ['document', 'refs', 'created_at', 'due_at'].map((column) => `${column} = excluded.${column}`);
      await tx.query(`${insertSql} on conflict (kind, id) do update set ${columns.join(', ')}`, valuesOf(document));
    },
    insert: async (document) => {
      const rows = await db.query(`${insertSql} on conflict do nothing returning id`, valuesOf(document));
      return rows.length > 0;
    },
    find: async (id, tx) => (await select('where kind = $1 and id = $2', [kind, String(id)], tx))[0],
    findBy: async (refs) => (await list({ refs }))[0],
    lock: async (id, tx) => (await select('where kind = $1 and id = $2 for update', [kind, String(id)], tx))[0],
    delete: async (id) => {
      const sql = 'delete from documents where kind = $1 and id = $2 returning id';
      return (await db.query(sql, [kind, String(id)])).length > 0;
    },
    bringNearer: async (ms) => {
      const sql = `update documents set due_at = due_at - $2 * interval '1 millisecond' where kind = $1`;
      await db.query(sql, [kind, ms]);
    },
    page: async (search, slice) => {
      const { sql, values } = where(kind, search);
      const [counted] = await db.query<{ total: number }>(`select count(*) as total from documents ${sql}`, values);
      return { rows: await list(search, slice), total: counted?.total ?? 0 };
    },
    listDue: (now, limit, like) => listDue(db, kind, { now, limit, like }),
    dueAtOf: (document) => keysOf(document).dueAt ?? null,
  };
};

/** Only the conditions that are given, so that each search is planned by itself. */
const where = (kind: string, { ids, refs = {}, from, to, like }: Search): { sql: string; values: unknown[] } => {
  const hasRefs = Object.values(refs).some((value) => value !== undefined);
  const given = [
    ['kind = ?', kind],
    ['id = any(?)', ids],
    ['refs @> ?::jsonb', hasRefs ? JSON.stringify(refs) : undefined],
    ['created_at >= ?', from],
    ['created_at <= ?', to],
    ['document @> any(?::jsonb[])', like?.map((part) => JSON.stringify(part))],
  ].filter(([, value]) => value !== undefined);
  const conditions = given.map(([condition], at) => String(condition).replace('?', `$${at + 1}`));
  return { sql: `where ${conditions.join(' and ')}`, values: given.map(([, value]) => value) };
};

const listDue = async <Document>(
  db: Database,
  kind: string,
  { now, limit, like = [{}] }: { now: string; limit: number; like: readonly object[] | undefined },
): Promise<Due<Document>> => {
  const dueSql = 'from documents where kind = $1 and document @> any($2::jsonb[])';
  const { rows, nextDueAt } = await readDue<{ readonly document: Document }>(
    db,
    `${selectDue({
      rows: `(select due_at, document ${dueSql} and due_at <= $3 order by due_at limit $4)`,
      next: `select min(due_at) ${dueSql} and due_at > $3`,
    })} order by due.due_at`,
    [kind, like.map((part) => JSON.stringify(part)), now, limit],
    'document',
  );
  const soon = new Date(Date.parse(now) + againMs).toISOString();
  return { rows: rows.map(({ document }) => document), nextDueAt: rows.length === limit ? soon : nextDueAt };
};
