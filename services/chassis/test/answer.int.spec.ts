import { Client } from 'pg';
import { answerOf } from '../src/postgres/internal/answer';
import { openDatabase } from '../src/postgres/database';
import { isConnectionFault, isRetryableFault } from '../src/postgres/faults';

const url = process.env['TEST_POSTGRES_URL']!;
const timeoutMs = 10_000;

const connect = async (options: { readonly pipeline: boolean }): Promise<Client> => {
  const client = new Client({ connectionString: url, ...options });
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

describe.each([{ pipeline: false }, { pipeline: true }])('an answer on a connection with %p', (options) => {
  let client: Client;
  beforeEach(async () => {
    client = await connect(options);
  });
  afterEach(() => client.connection.stream.destroy());

  it('is what the server found', async () => {
    const { rows, command } = await answerOf(
      client,
      { text: 'select $1::integer + 1 as next', values: [1] },
      timeoutMs,
    );

    expect({ rows, command }).toEqual({ rows: [{ next: 2 }], command: 'SELECT' });
  });

  it("is the server's fault, behind which the connection goes on", async () => {
    await expect(answerOf(client, { text: 'select 1 / 0' }, timeoutMs)).rejects.toThrow('division by zero');

    expect((await answerOf(client, { text: 'select 1 as one' }, timeoutMs)).rows).toEqual([{ one: 1 }]);
  });

  it('that does not come ends the connection, and with it what waits there', async () => {
    const ended = new Promise((resolve) => client.once('end', resolve));
    const hanging = answerOf(client, { text: 'select pg_sleep(30)' }, 50);
    const behind = answerOf(client, { text: 'select 1' }, timeoutMs);

    const faults = await Promise.all([hanging, behind].map((answer) => answer.catch((fault: unknown) => fault)));

    expect(faults).toEqual([
      expect.objectContaining({ message: 'Connection terminated: no answer within 50 ms.' }),
      expect.any(Error),
    ]);
    expect(faults.map((fault) => [isConnectionFault(fault), isRetryableFault(fault)])).toEqual([
      [true, true],
      [true, true],
    ]);
    await ended;
  });
});

it('leaves no connection in the pool whose transaction could not be ended', async () => {
  const db = openDatabase({ url, name: 'answer-test', poolMax: 1 });
  const backend = async () => (await db.query<{ pid: number }>('select pg_backend_pid() as pid'))[0]?.pid;
  const before = await backend();

  await db.query('begin');

  expect(await backend()).not.toBe(before);
  await db.close();
});
