import { type Repasse } from '@repasse/sdk';
import { type Key } from '../commands/who';
import { answered, refused, type ToolResult } from './answer';
import { Previews } from './previews';
import { isFaultOfOurs, ToolError } from './tool-error';
import { type Tool } from './tools/tool';
import { tools } from './tools/tools';

export interface ToolboxOptions {
  readonly client: () => Repasse;
  /** Of the API key, from the installation. */
  readonly key: () => Promise<Key>;
  readonly allowsWrites: boolean;
  /** For what a person has to look at. */
  readonly report: (text: string) => void;
}

/** A key's scopes change when it is issued anew, which a long conversation outlives. */
const scopesLifeMs = 60_000;

/** The tools, as far as the flag and the key's scopes allow them. */
export class Toolbox {
  readonly #options: ToolboxOptions;
  readonly #previews = new Previews();
  #scopes: { readonly list: readonly string[]; readonly until: number } | undefined;
  #client: Repasse | undefined;

  constructor(options: ToolboxOptions) {
    this.#options = options;
  }

  has(name: string): boolean {
    return tools.some((tool) => tool.name === name);
  }

  /** Those that would not be refused. */
  async list(): Promise<readonly object[]> {
    const scopes = await this.#scopesOfKey();
    const allowed = tools.filter((tool) => tool.scopes.every((scope) => scopes.includes(scope)));
    return allowed.filter(({ isWrite }) => !isWrite || this.#options.allowsWrites).map(described);
  }

  /** A refusal is an answer, too: the model reads it and does something else. */
  async call(name: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<ToolResult> {
    try {
      const tool = tools.find((each) => each.name === name);
      if (tool === undefined) throw new RangeError(`There is no tool ${name}.`);
      if (tool.isWrite) await this.#allowWrite(tool);
      // One for all calls, since it holds the token.
      this.#client ??= this.#options.client();
      return answered(await tool.call({ client: this.#client, options: { signal }, previews: this.#previews }, input));
    } catch (thrown) {
      if (isFaultOfOurs(thrown)) this.#options.report(thrown instanceof Error ? (thrown.stack ?? '') : String(thrown));
      return refused(thrown);
    }
  }

  async #allowWrite({ scopes }: Tool): Promise<void> {
    if (!this.#options.allowsWrites) {
      const allowedActions = tools.filter(({ isWrite }) => !isWrite).map(({ name }) => name);
      const message = 'This server only reads. A person can start it with --allow-writes.';
      throw new ToolError('mcp.writes_not_allowed', message, { allowedActions });
    }
    const had = await this.#scopesOfKey();
    const missing = scopes.filter((scope) => !had.includes(scope));
    if (missing.length > 0) throw new ToolError('mcp.scope_missing', `The API key lacks ${missing.join(', ')}.`);
  }

  async #scopesOfKey(): Promise<readonly string[]> {
    if (this.#scopes === undefined || this.#scopes.until < Date.now()) {
      this.#scopes = { list: (await this.#options.key()).scopes, until: Date.now() + scopesLifeMs };
    }
    return this.#scopes.list;
  }
}

const described = ({ name, title, description, inputSchema, isWrite, isDestructive }: Tool): object => ({
  ...{ name, title, description, inputSchema },
  annotations: {
    title,
    readOnlyHint: !isWrite,
    destructiveHint: isDestructive,
    idempotentHint: !isWrite,
    openWorldHint: false,
  },
});
