import { type Database } from '@repasse/chassis/postgres/database';

/** The changes that the payment of a charge writes. */
export interface Settlement {
  readonly pix: { readonly txid: string; readonly endToEndId: string; readonly receivedAt: string };
  readonly refs: object;
  /** Pays although the charge is not ATIVA any more, as money that was already on its way does. */
  readonly isForced: boolean;
  /** It lacks its address, which is that of the key's webhook. */
  readonly callback: { readonly id: string; readonly dueAt: string };
}

/**
 * Moves the money, closes the charge and queues the callback, all or nothing. Answers where the callback goes, null when
 * nobody waits for one; undefined when the charge is not payable.
 */
export type SettlePix = (settlement: Settlement) => Promise<{ readonly address: string | null } | undefined>;

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
  select callback.document->>'address' as address from received left join callback on true`;

/** One statement, because payers pay often where the load of a machine is measured. */
export const settlePixOn =
  (db: Database): SettlePix =>
  async ({ pix, refs, isForced, callback }) => {
    const [row] = await db.query<{ readonly address: string | null }>(settleSql, [
      pix.txid,
      pix.endToEndId,
      isForced,
      JSON.stringify(pix),
      JSON.stringify(refs),
      pix.receivedAt,
      callback.id,
      JSON.stringify(callback),
      callback.dueAt,
    ]);
    return row;
  };
