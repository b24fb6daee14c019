import { addAbortSignal, type Readable, type Writable } from 'node:stream';
import { errorOf, RpcError, rpcCodes } from './json-rpc';

/** Of one message in characters: the largest input of a tool has some thousands. */
const lineMax = 1_000_000;

interface Streams {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly signal: AbortSignal;
}

/** One message a line, until the client closes. Answers go out as they are ready, in any order. */
export const serve = async (
  { stdin, stdout, signal }: Streams,
  answer: (line: string) => Promise<object | undefined>,
): Promise<void> => {
  const running = new Set<Promise<void>>();
  const write = (value: object | undefined): void => {
    if (value !== undefined) stdout.write(`${JSON.stringify(value)}\n`);
  };
  for await (const line of linesOf(addAbortSignal(signal, stdin))) {
    if (line === undefined) {
      write(errorOf(null, new RpcError(rpcCodes.invalidRequest, `A line has ${String(lineMax)} characters at most.`)));
      continue;
    }
    const work = answer(line).then(write);
    running.add(work);
    void work.finally(() => running.delete(work));
  }
  await Promise.all(running);
};

/** Undefined for a line that is too long, which is not kept. */
async function* linesOf(stdin: Readable): AsyncGenerator<string | undefined> {
  let [rest, isTooLong] = ['', false];
  stdin.setEncoding('utf8');
  for await (const chunk of stdin) {
    const parts = (rest + String(chunk)).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      yield isTooLong || line.length > lineMax ? undefined : line.trim();
      isTooLong = false;
    }
    if (rest.length > lineMax) [rest, isTooLong] = ['', true];
  }
}
