import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns';
import { type LookupAll } from '@repasse/chassis/net/public-lookup';

const headerBytes = 12;

/** A DNS server that answers each question for an A record with the next of some addresses, and the last one ever after. */
export const startNameServer = async (...addresses: readonly string[]) => {
  const left = [...addresses];
  let questions = 0;
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    questions += 1;
    const next = left.length > 1 ? left.shift() : left[0];
    socket.send(answerTo(query, next ?? ''), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);

  const lookup: LookupAll = (hostname, _, callback) =>
    resolver.resolve4(hostname, (fault, found) =>
      callback(fault, fault === null ? found.map((address) => ({ address, family: 4 })) : []),
    );
  return {
    lookup,
    questions: () => questions,
    stop: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  };
};

/** RFC 1035, section 4: the question comes back with one answer, whose name points to it, that lives 0 s. */
const answerTo = (query: Buffer, address: string): Buffer => {
  const header = Buffer.from(query.subarray(0, headerBytes));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(1, 6);
  header.writeUInt32BE(0, 8);
  const question = query.subarray(headerBytes, query.indexOf(0, headerBytes) + 5);
  const answer = Buffer.from([0xc0, headerBytes, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]);
  return Buffer.concat([header, question, answer]);
};
