import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

interface Answer {
  readonly id: number;
  readonly result?: object;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Of tools/call. */
export interface Called {
  readonly isError: boolean;
  readonly structuredContent: Readonly<Record<string, unknown>>;
}

/** An assistant's side of the Model Context Protocol, on the pipes of a server that it starts. */
export class McpClient {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #lastId = 0;

  constructor(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
    this.#child = spawn(process.execPath, [program, ...args], { env });
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as Answer;
      this.#waiting.get(answer.id)?.(answer);
    });
  }

  async initialize(): Promise<object> {
    const clientInfo = { name: 'test-e2e', version: '1' };
    const result = await this.ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.#send({ method: 'notifications/initialized' });
    return result;
  }

  async toolNames(): Promise<readonly string[]> {
    const { tools } = (await this.ask('tools/list')) as { readonly tools: readonly { readonly name: string }[] };
    return tools.map(({ name }) => name);
  }

  async call(name: string, input: object = {}): Promise<Called> {
    return (await this.ask('tools/call', { name, arguments: input })) as Called;
  }

  async ask(method: string, params: object = {}): Promise<object> {
    const id = (this.#lastId += 1);
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#send({ id, method, params });
    const { result, error } = await answered;
    if (result === undefined) throw new Error(`${method}: ${String(error?.message)}`);
    return result;
  }

  /** The exit code of the server, which ends with its input. */
  async close(): Promise<number | null> {
    const ended = once(this.#child, 'exit') as Promise<[number | null]>;
    this.#child.stdin.end();
    return (await ended)[0];
  }

  #send(message: object): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
