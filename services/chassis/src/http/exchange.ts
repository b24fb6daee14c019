import http, { type Agent, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { HttpFault } from './http-fault';

export interface Exchange {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeoutMs: number;
  readonly agent: Agent;
  readonly signal?: AbortSignal;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** No answer we ask for is near this size; a larger one is a mistake or an attack on our memory. */
const answerBytesMax = 4 * 1_024 * 1_024;

/** One request and its whole answer within the limit of time, or an HttpFault. */
export const exchange = async (options: Exchange): Promise<RawAnswer> => {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  try {
    const answer = await send(options, signal);
    return { status: answer.statusCode ?? 0, headers: headersOf(answer), text: await readText(answer) };
  } catch (fault) {
    if (fault instanceof HttpFault) throw fault;
    const target = new URL(options.url).host;
    if (timeout.aborted) {
      throw new HttpFault('timeout', `${target} did not answer within ${options.timeoutMs} ms.`, { cause: fault });
    }
    throw new HttpFault('network', `${target} could not be reached or broke off.`, { cause: fault });
  }
};

const send = ({ url, method, headers, body, agent }: Exchange, signal: AbortSignal): Promise<IncomingMessage> =>
  new Promise((resolve, refuse) => {
    const { request } = url.startsWith('https:') ? https : http;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = request(url, { method, headers: { ...headers, ...length }, agent, signal });
    outgoing.once('response', resolve);
    // Stays listening: an abort after the answer began also ends here, and must not end the process.
    outgoing.on('error', refuse);
    outgoing.end(body);
  });

const readText = async (answer: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > answerBytesMax) throw new HttpFault('network', `The answer is larger than ${answerBytesMax} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const headersOf = (answer: IncomingMessage): Headers => {
  const headers = new Headers();
  for (let at = 0; at + 1 < answer.rawHeaders.length; at += 2) {
    headers.append(answer.rawHeaders[at] ?? '', answer.rawHeaders[at + 1] ?? '');
  }
  return headers;
};
