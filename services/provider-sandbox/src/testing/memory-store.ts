import { type Tx } from '@repasse/chassis/postgres/database';
import { type Due } from '@repasse/chassis/waiting/due-rows';
import { createInTurn } from '@repasse/chassis/waiting/in-turn';
import { againMs, type Documents, type Keys, type Search, type Slice } from '../store/documents';
import { type Store } from '../store/store';

interface Row extends Omit<Required<Keys>, 'id'> {
  readonly id: string;
  /** As JSON: what a reader changes is not kept. */
  readonly text: string;
}

/** The documents in the memory of this process: a world for one test, which costs nothing to open. */
export const memoryStore = (): Store => {
  const kinds = new Map<string, Map<string, Row>>();
  const rowsOf = (kind: string): Map<string, Row> => {
    const rows = kinds.get(kind) ?? new Map<string, Row>();
    kinds.set(kind, rows);
    return rows;
  };
  // One at a time: what a transaction has read stays as it is until its end, as if it were locked.
  const inTurn = createInTurn();
  return {
    documents: (kind, keysOf) => memoryDocuments(rowsOf(kind), keysOf),
    transaction: (work) => inTurn(() => work(noTx)),
    settlePix: ({ pix, refs, isForced, callback }) =>
      inTurn(async () => {
        const [cobs, webhooks] = [rowsOf('cob'), rowsOf('pix_webhook')];
        const row = cobs.get(pix.txid);
        const cob = row && (JSON.parse(row.text) as { status: string; endToEndIds: string[] });
        if (row === undefined || cob === undefined || !(cob.status === 'ATIVA' || isForced)) return undefined;
        const status = cob.status === 'ATIVA' ? 'CONCLUIDA' : cob.status;
        const paid = { ...cob, status, endToEndIds: [...cob.endToEndIds, pix.endToEndId] };
        cobs.set(pix.txid, { ...row, text: JSON.stringify(paid) });
        const made = { createdAt: pix.receivedAt, dueAt: null, refs: {} };
        rowsOf('pix').set(pix.endToEndId, {
          ...made,
          id: pix.endToEndId,
          refs: { ...refs },
          text: JSON.stringify(pix),
        });
        const { chave } = pix as { readonly chave?: string };
        const webhook = webhooks.get(chave ?? '');
        if (webhook === undefined) return { address: null };
        const { callbackUrl: address } = JSON.parse(webhook.text) as { callbackUrl: string };
        const text = JSON.stringify({ ...callback, address });
        rowsOf('callback').set(callback.id, { ...made, id: callback.id, dueAt: callback.dueAt, text });
        return { address };
      }),
  };
};

const noTx: Tx = { query: () => Promise.reject(new Error('There is no SQL in memory.')) };

const memoryDocuments = <Document extends object>(
  rows: Map<string, Row>,
  keysOf: (document: Document) => Keys,
): Documents<Document> => {
  const write = async (document: Document): Promise<void> => {
    const { id, createdAt, dueAt = null, refs = {} } = keysOf(document);
    rows.set(String(id), { id: String(id), createdAt, dueAt, refs, text: JSON.stringify(document) });
  };
  const read = ({ text }: Row): Document => JSON.parse(text) as Document;
  const find = async (id: string | number): Promise<Document | undefined> => {
    const row = rows.get(String(id));
    return row && read(row);
  };
  const list = async (search: Search, { isNewestFirst = false, offset = 0, limit }: Slice = {}) => {
    const found = [...rows.values()].filter((row) => isFound(row, search)).sort(byAge);
    if (isNewestFirst) found.reverse();
    return found.slice(offset, limit === undefined ? undefined : offset + limit).map(read);
  };
  return {
    list,
    find,
    lock: find,
    save: write,
    insert: async (document) => {
      if (rows.has(String(keysOf(document).id))) return false;
      await write(document);
      return true;
    },
    findBy: async (refs) => (await list({ refs }))[0],
    delete: async (id) => rows.delete(String(id)),
    bringNearer: async (ms) => {
      for (const [id, row] of rows) if (row.dueAt !== null) rows.set(id, { ...row, dueAt: later(row.dueAt, -ms) });
    },
    page: async (search, slice) => ({ rows: await list(search, slice), total: (await list(search)).length }),
    listDue: async (now, limit, like): Promise<Due<Document>> => {
      const waiting = [...rows.values()].filter((row) => row.dueAt !== null && isFound(row, { like }));
      const inOrder = waiting.toSorted((one, other) => compare(one.dueAt ?? '', other.dueAt ?? ''));
      const due = inOrder.filter(({ dueAt }) => (dueAt ?? '') <= now).slice(0, limit);
      const next = inOrder.find(({ dueAt }) => (dueAt ?? '') > now)?.dueAt ?? null;
      return { rows: due.map(read), nextDueAt: due.length === limit ? later(now, againMs) : next };
    },
    dueAtOf: (document) => keysOf(document).dueAt ?? null,
  };
};

const isFound = (row: Row, { ids, refs, from, to, like }: Search): boolean =>
  (ids === undefined || ids.includes(row.id)) &&
  contains(row.refs, refs ?? {}) &&
  (from === undefined || row.createdAt >= from) &&
  (to === undefined || row.createdAt <= to) &&
  (like === undefined || like.some((part) => contains(JSON.parse(row.text), part)));

/** PostgreSQL's @>: all of the part is in the whole. */
const contains = (whole: unknown, part: unknown): boolean => {
  if (typeof part !== 'object' || part === null) return whole === part;
  if (typeof whole !== 'object' || whole === null) return false;
  if (Array.isArray(part))
    return part.every((each) => Array.isArray(whole) && whole.some((one) => contains(one, each)));
  const members: Readonly<Record<string, unknown>> = { ...whole };
  return Object.entries(part).every(([name, value]) => value === undefined || contains(members[name], value));
};

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const byAge = (one: Row, other: Row): number => compare(one.createdAt, other.createdAt) || compare(one.id, other.id);
const later = (iso: string, ms: number): string => new Date(Date.parse(iso) + ms).toISOString();
