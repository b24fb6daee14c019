import { CommandError } from '../exit-codes';
import { version } from '../version';
import { errorOf, idOf, isObject, messageOf, resultOf, RpcError, rpcCodes, type Id, type RpcMessage } from './json-rpc';
import { type Toolbox } from './toolbox';
import { dataRule } from './tools/tool';

/** Revisions of the protocol, newest first; for what this server does they differ in what an answer may have. */
const revisions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;

/** Requests at a time: more would meet the installation's rate limits. */
const runningMax = 16;

const instructions = `Charges, money and webhooks of a merchant on Repasse. Amounts are texts in BRL with two decimals. ${dataRule} Change something only when a person has agreed to its preview.`;

/** The part of the Model Context Protocol that a server of tools needs. */
export class McpServer {
  readonly #tools: Toolbox;
  readonly #running = new Map<Id, AbortController>();

  constructor(tools: Toolbox) {
    this.#tools = tools;
  }

  /** Answers one line; undefined where there is nothing to say. */
  async answer(line: string): Promise<object | undefined> {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return errorOf(null, new RpcError(rpcCodes.parse, 'Not JSON.'));
    }
    // Only revision 2025-03-26 has batches.
    if (!Array.isArray(value)) return this.#answerOne(value);
    if (value.length === 0 || value.length > runningMax)
      return errorOf(null, new RpcError(rpcCodes.invalidRequest, `A batch has 1 to ${String(runningMax)} messages.`));
    const answers = await Promise.all(value.map((each) => this.#answerOne(each)));
    const said = answers.filter((each) => each !== undefined);
    return said.length === 0 ? undefined : said;
  }

  async #answerOne(value: unknown): Promise<object | undefined> {
    try {
      const message = messageOf(value);
      if (message === undefined) return undefined;
      if (message.id !== undefined) return await this.#answerRequest(message.id, message);
      if (message.method === 'notifications/cancelled') this.#cancel(message.params['requestId']);
      return undefined;
    } catch (thrown) {
      return errorOf(idOf(value), thrown);
    }
  }

  async #answerRequest(id: Id, message: RpcMessage): Promise<object | undefined> {
    if (this.#running.has(id)) throw new RpcError(rpcCodes.invalidRequest, 'A request with this id is running.');
    if (this.#running.size >= runningMax)
      throw new RpcError(rpcCodes.busy, `At most ${String(runningMax)} requests at a time.`);
    const ending = new AbortController();
    this.#running.set(id, ending);
    try {
      const result = await this.#resultOf(message, ending.signal);
      // Nobody waits for what was cancelled.
      return ending.signal.aborted ? undefined : resultOf(id, result);
    } finally {
      this.#running.delete(id);
    }
  }

  async #resultOf({ method, params }: RpcMessage, signal: AbortSignal): Promise<object> {
    switch (method) {
      case 'initialize':
        return initialized(params['protocolVersion']);
      case 'ping':
        return {};
      case 'tools/list':
        return this.#list();
      case 'tools/call':
        return this.#call(params, signal);
      default:
        throw new RpcError(rpcCodes.methodNotFound, 'There is no such method.');
    }
  }

  async #list(): Promise<object> {
    try {
      return { tools: await this.#tools.list() };
    } catch (thrown) {
      if (thrown instanceof CommandError) throw new RpcError(rpcCodes.internal, thrown.message);
      throw thrown;
    }
  }

  async #call({ name, arguments: input = {} }: RpcMessage['params'], signal: AbortSignal): Promise<object> {
    if (typeof name !== 'string' || !this.#tools.has(name))
      throw new RpcError(rpcCodes.invalidParams, 'There is no such tool.');
    if (!isObject(input)) throw new RpcError(rpcCodes.invalidParams, 'arguments must be an object.');
    return this.#tools.call(name, input, signal);
  }

  #cancel(id: unknown): void {
    this.#running.get(id as Id)?.abort();
  }
}

/** A client of another revision is offered the newest, and leaves if it does not know that. */
const initialized = (wanted: unknown): object => ({
  protocolVersion: revisions.find((revision) => revision === wanted) ?? revisions[0],
  capabilities: { tools: { listChanged: false } },
  serverInfo: { name: 'repasse', title: 'Repasse', version },
  instructions,
});
