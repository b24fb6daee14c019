import { type Tx } from '@repasse/chassis/postgres/database';

/** A payer who has told who they are. */
export interface NamedPayer {
  readonly name: string;
  readonly email: string;
  /** Without punctuation. */
  readonly document: string;
  readonly documentType: 'CPF' | 'CNPJ';
}

/** Keeps the payer's data unless it is already complete, and returns the data known then: the first stays. */
export const keepPayer = async (db: Tx, chargeId: string, payer: NamedPayer): Promise<NamedPayer> => {
  const { name, email, document, documentType } = payer;
  const [known] = await db.query<NamedPayer>(keepSql, [chargeId, name, email, document, documentType]);
  if (!known) throw new Error(`The payer of ${chargeId} was kept and is not there.`);
  return known;
};

const isKnown = 'p.name is not null and p.email is not null and p.document is not null';

const columns = ['name', 'email', 'document', 'document_type'];

/** The update changes nothing where the payer is known: it is there because `returning` needs a written row. */
const keepSql = `
  insert into payer_data as p (charge_id, name, email, document, document_type, source)
  values ($1, $2, $3, $4, $5, 'COLLECT_AT_CHECKOUT')
  on conflict (charge_id) do update set
    ${columns.map((each) => `${each} = case when ${isKnown} then p.${each} else excluded.${each} end`).join(', ')}
  returning p.name, p.email, p.document, p.document_type as "documentType"`;
