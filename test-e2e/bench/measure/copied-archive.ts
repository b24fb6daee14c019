import { Client } from 'pg';

interface Archived {
  readonly topic: string;
  readonly envelope: string;
}

/** The digits of a ULID. Its first two are of the time, and as many copies as two digits tell apart can be made. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const copiesMax = 8 * digits.length;

const readSql = `
  select topic, envelope::text
  from received_events where sequence > $1 order by sequence`;

// Other ids and other numbers of invoices in each copy, and otherwise the same bytes.
const insertSql = `
  insert into received_events (topic, envelope)
  select topic, regexp_replace(replace(envelope, '_01', $2), '("invoiceId": ?)([0-9]+)', '\\1' || $3 || '\\2', 'g')::json
  from json_to_recordset($1::json) as original(topic text, envelope text)`;

/** Fills an archive with copies of what another has received since, as many as there are different ids for; answers how many events. */
export const copyArchive = async (o: {
  readonly from: string;
  readonly to: string;
  readonly since: number;
}): Promise<number> => {
  const [source, target] = await Promise.all([connectTo(o.from), connectTo(o.to)]);
  try {
    const { rows } = await source.query<Archived>(readSql, [o.since]);
    const originals = JSON.stringify(rows);
    await target.query('truncate received_events');
    for (let copy = 0; copy < copiesMax; copy += 1) {
      const prefix = `_${digits[Math.floor(copy / digits.length)] ?? ''}${digits[copy % digits.length] ?? ''}`;
      await target.query(insertSql, [originals, prefix, String(copy + 1)]);
    }
    await target.query('vacuum (analyze) received_events');
    return rows.length * copiesMax;
  } finally {
    await Promise.all([source.end(), target.end()]);
  }
};

const connectTo = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  return client;
};
