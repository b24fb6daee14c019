import { createServer, type AddressInfo, type Server } from 'node:net';
import { openDatabase } from '../src/postgres/database';

/** One message of PostgreSQL's protocol: its letter, its length, what it says. */
const message = (letter: string, content: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, content]);
};

const authenticated = message('R', Buffer.alloc(4));
const readyForQuery = message('Z', Buffer.from('I'));
const shuttingDown = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

let server: Server;
let url: string;

beforeAll(async () => {
  // A server that stops just as a client connects: welcome and farewell come in one piece.
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([authenticated, readyForQuery, shuttingDown])));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/none`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('is a fault of the transaction that wanted the connection, and not the end of the process', async () => {
  const db = openDatabase({ url, name: 'cut-at-welcome' });

  await expect(db.transaction((tx) => tx.query('select 1'))).rejects.toThrow();
  await expect(db.query('select 1')).rejects.toThrow();

  await db.close();
});
