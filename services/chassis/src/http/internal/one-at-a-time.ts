import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { type Socket } from 'node:net';

/**
 * Requests of one connection that may wait for the one before them. Node parses up to 64 KB before it can stop reading,
 * which is 2,500 of the shortest requests, so a client that sends more than this at once is cut off.
 */
const waitingMax = 100;

type Visit = readonly [IncomingMessage, ServerResponse];

interface Line {
  isBusy: boolean;
  readonly waiting: Visit[];
}

/**
 * Hands over the next pipelined request of a connection when the one before it is answered: Node hands over all of them at
 * once, and never tells those behind the first that the client has left. While one waits, the connection is not read.
 */
export const oneAtATime = (app: RequestListener): RequestListener => {
  const lines = new WeakMap<Socket, Line>();

  const begin = (socket: Socket, line: Line, [request, response]: Visit): void => {
    line.isBusy = true;
    // The first of a line has the socket, so Node emits it at the end of the answer and of the connection.
    response.once('close', () => {
      line.isBusy = false;
      proceed(socket, line);
    });
    app(request, response);
  };

  const proceed = (socket: Socket, line: Line): void => {
    const next = socket.destroyed ? undefined : line.waiting.shift();
    if (next === undefined) {
      line.waiting.length = 0;
      return;
    }
    // A body that has not come whole is that of the last one.
    if (line.waiting.length === 0) socket.resume();
    begin(socket, line, next);
  };

  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known !== undefined) return known;
    const line: Line = { isBusy: false, waiting: [] };
    lines.set(socket, line);
    // Node resumes the connection after each answer.
    socket.on('resume', () => {
      if (line.waiting.length > 0) socket.pause();
    });
    return line;
  };

  return (request, response) => {
    const { socket } = request;
    // The rest of what came together with too much.
    if (socket.destroyed) return;
    const line = lineOf(socket);
    if (!line.isBusy) {
      begin(socket, line, [request, response]);
      return;
    }
    line.waiting.push([request, response]);
    if (line.waiting.length > waitingMax) {
      line.waiting.length = 0;
      socket.destroy();
    } else if (line.waiting.length === 1) socket.pause();
  };
};
