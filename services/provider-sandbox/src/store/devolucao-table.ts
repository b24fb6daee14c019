import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type Devolucao, type DevolucaoDecision } from '../providers/pix/devolucao';
import { toPixObject, type PixReceived } from '../providers/pix/pix';
import { type CallbackMessage } from './callback-table';
import { listDue, type DueList } from './list-due';
import { pixColumns } from './pix-table';

export interface DevolucaoTable {
  /** Runs `decide` on the locked payment and stores what is requested. Undefined when there is no such payment. */
  request(endToEndId: string, decide: (pix: PixReceived) => DevolucaoDecision): Promise<DevolucaoDecision | undefined>;
  find(endToEndId: string, id: string): Promise<Devolucao | undefined>;
  readonly listDue: (
    now: string,
    limit: number,
  ) => Promise<DueList<{ readonly endToEndId: string; readonly id: string }>>;
  /** Stores how it ended; returns what tells the key's webhook of it. */
  decide(
    tx: Tx,
    endToEndId: string,
    id: string,
    decide: (devolucao: Devolucao) => Devolucao | undefined,
  ): Promise<readonly CallbackMessage[]>;
}

export const createDevolucaoTable = (db: Database): DevolucaoTable => ({
  request: (endToEndId, decide) =>
    db.transaction(async (tx) => {
      const pix = await lockPix(tx, endToEndId);
      if (pix === undefined) return undefined;
      const decision = decide(pix);
      if (decision.kind === 'requested') await save(tx, endToEndId, decision.devolucao);
      return decision;
    }),
  find: async (endToEndId, id) => {
    const sql = 'select document from pix_devolucoes where end_to_end_id = $1 and id = $2';
    return (await db.query<{ document: Devolucao }>(sql, [endToEndId, id]))[0]?.document;
  },
  listDue: (now, limit) =>
    listDue(db, { table: 'pix_devolucoes', columns: 'end_to_end_id as "endToEndId", id' }, { now, limit }),
  decide: async (tx, endToEndId, id, decide) => {
    const pix = await lockPix(tx, endToEndId);
    const found = pix?.devolucoes?.find((devolucao) => devolucao.id === id);
    const decided = found && decide(found);
    if (pix === undefined || decided === undefined) return [];
    await save(tx, endToEndId, decided);
    return messagesOf(tx, endToEndId, pix.chave);
  },
});

const lockPix = async (tx: Tx, endToEndId: string): Promise<PixReceived | undefined> => {
  await tx.query('select 1 from pix_received where end_to_end_id = $1 for update', [endToEndId]);
  return readPix(tx, endToEndId);
};

const readPix = async (tx: Tx, endToEndId: string): Promise<PixReceived | undefined> =>
  (await tx.query<PixReceived>(`select ${pixColumns} from pix_received where end_to_end_id = $1`, [endToEndId]))[0];

const save = async (tx: Tx, endToEndId: string, devolucao: Devolucao): Promise<void> => {
  await tx.query(
    `insert into pix_devolucoes (end_to_end_id, id, document, due_at) values ($1, $2, $3::jsonb, $4)
     on conflict (end_to_end_id, id) do update set document = $3::jsonb, due_at = $4`,
    [endToEndId, devolucao.id, JSON.stringify(devolucao), devolucao.dueAt],
  );
};

/** The webhook shows the payment with all that was given back of it. */
const messagesOf = async (tx: Tx, endToEndId: string, chave: string): Promise<readonly CallbackMessage[]> => {
  const pix = await readPix(tx, endToEndId);
  const sql = 'select webhook_url as address from pix_webhooks where chave = $1';
  const webhooks = await tx.query<{ address: string }>(sql, [chave]);
  if (pix === undefined) return [];
  const body = JSON.stringify({ pix: [toPixObject(pix)] });
  return webhooks.map(({ address }) => ({ provider: 'pix', address, subscription: null, body }));
};
