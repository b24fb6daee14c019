import { type Database } from '@repasse/chassis/postgres/database';
import { toPixObject, type PixReceived } from '../providers/pix/pix';
import { listPage, type Page } from './documents';
import { callbackColumns, type Callback } from './callback-table';

export interface Settlement {
  readonly pix: PixReceived;
  /** Pays although the charge is not ATIVA any more, as money that was already on its way does. */
  readonly isForced: boolean;
  /** Until then the callback is left to the process that made it. */
  readonly callbackDueAt: string;
}

export interface PixFilter {
  readonly from: string;
  readonly to: string;
  readonly txid?: string | undefined;
  readonly hasDevolucao?: boolean | undefined;
}

export interface PixTable {
  /** Moves the money, closes the charge and queues the callback in one statement. Undefined when it is not payable. */
  settle(settlement: Settlement): Promise<{ readonly callbacks: readonly Callback[] } | undefined>;
  find(endToEndId: string): Promise<PixReceived | undefined>;
  listOf(txids: readonly string[]): Promise<PixReceived[]>;
  list(filter: PixFilter, page: { offset: number; limit: number }): Promise<Page<PixReceived>>;
}

/** `jsonb` keeps the times of a devolução as they were written. */
export const pixColumns = `end_to_end_id as "endToEndId", txid, chave, amount_minor as "amountMinor",
  payer_message as "payerMessage", received_at as "receivedAt",
  (select jsonb_agg(document order by document->>'requestedAt') from pix_devolucoes devolucao
   where devolucao.end_to_end_id = pix_received.end_to_end_id) as devolucoes`;

/** The condition on the status admits one of two payers when both pay at once. */
const settleSql = `
  with cob as (
    update pix_cobs set status = case when status = 'ATIVA' then 'CONCLUIDA' else status end
    where txid = $2 and (status = 'ATIVA' or $7) returning txid
  ), received as (
    insert into pix_received (end_to_end_id, txid, chave, amount_minor, payer_message, received_at)
    select $1, txid, $3, $4, $5, $6 from cob returning chave
  ), callback as (
    insert into callbacks (provider, address, body, due_at, leased_until)
    select 'pix', webhook_url, $8, $9, $9 from received join pix_webhooks using (chave)
    returning ${callbackColumns}
  )
  select callback.* from received left join callback on true`;

type SettledRow = Callback | { readonly [F in keyof Callback]: null };

export const createPixTable = (db: Database): PixTable => ({
  settle: async ({ pix, isForced, callbackDueAt }) => {
    const [row] = await db.query<SettledRow>(settleSql, [
      pix.endToEndId,
      pix.txid,
      pix.chave,
      pix.amountMinor,
      pix.payerMessage,
      pix.receivedAt,
      isForced,
      JSON.stringify({ pix: [toPixObject(pix)] }),
      callbackDueAt,
    ]);
    if (row === undefined) return undefined;
    return { callbacks: row.id === null ? [] : [row] };
  },
  find: async (endToEndId) =>
    (await db.query<PixReceived>(`select ${pixColumns} from pix_received where end_to_end_id = $1`, [endToEndId]))[0],
  listOf: (txids) =>
    db.query<PixReceived>(`select ${pixColumns} from pix_received where txid = any($1) order by received_at`, [txids]),
  list: (filter, page) => {
    const where = `received_at between $1 and $2 and ($3::text is null or txid = $3) and ($4::boolean is null or $4 =
      exists (select from pix_devolucoes given where given.end_to_end_id = pix_received.end_to_end_id))`;
    const values = [filter.from, filter.to, filter.txid ?? null, filter.hasDevolucao ?? null];
    const order = 'received_at, end_to_end_id';
    return listPage(db, { columns: pixColumns, from: 'pix_received', where, order }, values, page);
  },
});
