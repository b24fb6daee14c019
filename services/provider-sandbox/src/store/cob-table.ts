import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { listPage, type Page } from './documents';
import { type Cob, type CobStatus, type CobTerms } from '../providers/pix/cob';

export interface CobFilter {
  readonly from: string;
  readonly to: string;
  readonly status?: string | undefined;
  readonly cpf?: string | undefined;
  readonly cnpj?: string | undefined;
}

export interface CobTable {
  /** Undefined when the txid is taken: nothing was written. */
  insert(txid: string, terms: CobTerms, locationToken: string, criacao: string): Promise<Cob | undefined>;
  find(txid: string): Promise<Cob | undefined>;
  findByLocation(locationToken: string): Promise<Cob | undefined>;
  termsAt(txid: string, revisao: number): Promise<CobTerms | undefined>;
  /** Runs `decide` on the locked charge and stores what it answers, if anything. */
  change(txid: string, decide: (cob: Cob) => CobChange | undefined): Promise<Cob | undefined>;
  list(filter: CobFilter, page: { offset: number; limit: number }): Promise<Page<Cob>>;
}

export type CobChange = { readonly terms: CobTerms } | { readonly status: CobStatus };

const columns = 'txid, revisao, status, criacao, terms, location_id as "locationId", location_token as "locationToken"';

const insertSql = `
  with cob as (
    insert into pix_cobs (txid, terms, location_token, criacao) values ($1, $2::jsonb, $3, $4)
    on conflict (txid) do nothing returning *
  ), revision as (
    insert into pix_cob_revisions (txid, revisao, terms) select txid, revisao, terms from cob
  )
  select ${columns} from cob`;

const filterSql = `criacao between $1 and $2
  and ($3::text is null or status = $3)
  and ($4::text is null or terms->'devedor'->>'cpf' = $4)
  and ($5::text is null or terms->'devedor'->>'cnpj' = $5)`;

export const createCobTable = (db: Database): CobTable => ({
  insert: async (txid, terms, locationToken, criacao) =>
    (await db.query<Cob>(insertSql, [txid, JSON.stringify(terms), locationToken, criacao]))[0],
  find: async (txid) => (await db.query<Cob>(`select ${columns} from pix_cobs where txid = $1`, [txid]))[0],
  findByLocation: async (token) =>
    (await db.query<Cob>(`select ${columns} from pix_cobs where location_token = $1`, [token]))[0],
  termsAt: async (txid, revisao) => {
    const sql = 'select terms from pix_cob_revisions where txid = $1 and revisao = $2';
    return (await db.query<{ terms: CobTerms }>(sql, [txid, revisao]))[0]?.terms;
  },
  change: (txid, decide) => db.transaction((tx) => change(tx, txid, decide)),
  list: ({ from, to, status = null, cpf = null, cnpj = null }, page) =>
    listPage(
      db,
      { columns, from: 'pix_cobs', where: filterSql, order: 'criacao, txid' },
      [from, to, status, cpf, cnpj],
      page,
    ),
});

const change = async (tx: Tx, txid: string, decide: (cob: Cob) => CobChange | undefined): Promise<Cob | undefined> => {
  const [cob] = await tx.query<Cob>(`select ${columns} from pix_cobs where txid = $1 for update`, [txid]);
  const decided = cob === undefined ? undefined : decide(cob);
  if (decided === undefined) return cob;
  const [changed] =
    'status' in decided
      ? await tx.query<Cob>(`update pix_cobs set status = $2 where txid = $1 returning ${columns}`, [
          txid,
          decided.status,
        ])
      : await tx.query<Cob>(reviseSql, [txid, JSON.stringify(decided.terms)]);
  return changed;
};

const reviseSql = `
  with cob as (
    update pix_cobs set terms = $2::jsonb, revisao = revisao + 1 where txid = $1 returning *
  ), revision as (
    insert into pix_cob_revisions (txid, revisao, terms) select txid, revisao, terms from cob
  )
  select ${columns} from cob`;
