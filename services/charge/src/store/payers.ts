import type { Tx } from '@repasse/chassis/postgres/database';

/** A payer who has told who they are. */
export interface NamedPayer {
  readonly name: string;
  readonly email: string;
  /** Without punctuation. */
  readonly document: string;
  readonly documentType: 'CPF' | 'CNPJ';
}

/** Keeps who pays unless that is known in full; the first word stands. */
export const keepPayer = async (db: Tx, chargeId: string, payer: NamedPayer): Promise<void> => {
  const { name, email, document, documentType } = payer;
  await db.query(
    `insert into payer_data (charge_id, name, email, document, document_type, source)
     values ($1, $2, $3, $4, $5, 'COLLECT_AT_CHECKOUT')
     on conflict (charge_id) do update
       set name = excluded.name, email = excluded.email, document = excluded.document,
           document_type = excluded.document_type
       where payer_data.name is null or payer_data.email is null or payer_data.document is null`,
    [chargeId, name, email, document, documentType],
  );
};

export const findPayer = async (db: Tx, chargeId: string): Promise<NamedPayer | undefined> => {
  const [payer] = await db.query<NamedPayer>(
    'select name, email, document, document_type as "documentType" from payer_data where charge_id = $1',
    [chargeId],
  );
  return payer;
};
