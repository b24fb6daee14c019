import { randomUUID } from 'node:crypto';
import { type Database } from '@repasse/chassis/postgres/database';
import { toPixObject, type PixReceived } from '../providers/pix/pix';
import { type Callback } from '../callbacks/callback';
import { type Documents, documents } from './documents';

interface Settlement {
  readonly pix: PixReceived;
  /** Pays although the charge is not ATIVA any more, as money that was already on its way does. */
  readonly isForced: boolean;
  /** When the callback comes due, should the process end before it is dispatched. */
  readonly callbackDueAt: string;
}

export interface PixTable extends Documents<PixReceived> {
  /** Moves the money, closes the charge and queues the callback in one statement. Undefined when it is not payable. */
  settle(settlement: Settlement): Promise<{ readonly callbacks: readonly Callback[] } | undefined>;
}

/** The condition on the status admits one of two payers when both pay at once. */
const settleSql = `
  with cob as (
    update documents set document = document || jsonb_build_object(
      'status', case when document->>'status' = 'ATIVA' then 'CONCLUIDA' else document->>'status' end,
      'endToEndIds', (document->'endToEndIds') || to_jsonb($2::text)
    )
    where kind = 'cob' and id = $1 and (document->>'status' = 'ATIVA' or $3) returning 1
  ), received as (
    insert into documents (kind, id, document, refs, created_at) select 'pix', $2, $4::jsonb, $5::jsonb, $6 from cob
    returning document->>'chave' as chave
  ), callback as (
    insert into documents (kind, id, document, refs, created_at, due_at)
    select 'callback', $7, $8::jsonb || jsonb_build_object('address', webhook.document->>'callbackUrl'), '{}', $6, $9
    from received join documents webhook on webhook.kind = 'pix_webhook' and webhook.id = received.chave
    returning document
  )
  select callback.document as callback from received left join callback on true`;

export const createPixTable = (db: Database): PixTable => ({
  ...documents<PixReceived>(db, 'pix', (pix) => ({
    id: pix.endToEndId,
    createdAt: pix.receivedAt,
    dueAt: nextDueAtOf(pix),
    refs: refsOf(pix),
  })),
  settle: async ({ pix, isForced, callbackDueAt }) => {
    const callback: Omit<Callback, 'address'> = {
      id: randomUUID(),
      provider: 'pix',
      body: JSON.stringify({ pix: [toPixObject(pix)] }),
      attempts: 0,
      createdAt: pix.receivedAt,
      dueAt: callbackDueAt,
    };
    const [row] = await db.query<{ readonly callback: Callback | null }>(settleSql, [
      pix.txid,
      pix.endToEndId,
      isForced,
      JSON.stringify(pix),
      JSON.stringify(refsOf(pix)),
      pix.receivedAt,
      callback.id,
      JSON.stringify(callback),
      callbackDueAt,
    ]);
    return row && { callbacks: row.callback === null ? [] : [row.callback] };
  },
});

const refsOf = ({ devolucoes }: PixReceived) => ({ hasDevolucao: (devolucoes ?? []).length > 0 });

/** The next of several refunds to end. */
const nextDueAtOf = ({ devolucoes }: PixReceived): string | null =>
  (devolucoes ?? []).flatMap(({ dueAt }) => dueAt ?? []).toSorted()[0] ?? null;
