import { type Readable } from 'node:stream';
import { type Context } from '../context';
import { McpServer } from '../mcp/server';
import { serve } from '../mcp/stdio';
import { Toolbox } from '../mcp/toolbox';
import { run, type AddCommands } from './command';
import { keyOf } from './who';

interface McpOptions {
  readonly allowWrites?: boolean;
}

export const addMcp: AddCommands = (program, world) => {
  program
    .command('mcp')
    .description('a server of the Model Context Protocol on stdin and stdout, for assistants')
    .option('--allow-writes', 'also create charges, refund, and resend webhooks, after a preview')
    .action(run<McpOptions>(world, mcp));
};

const mcp = async (context: Context, { allowWrites = false }: McpOptions): Promise<void> => {
  const { world, client, profile, print } = context;
  // Told to the person who sets it up, and before a client waits for tools.
  const { name, baseUrl } = profile();
  print.say(`Profile ${name} at ${baseUrl}; ${allowWrites ? 'writes are allowed' : 'only reads'}.`);
  const tools = new Toolbox({
    ...{ client: () => client(), key: () => keyOf(world, profile()), allowsWrites: allowWrites },
    report: (text) => print.say(text),
  });
  const server = new McpServer(tools);
  const { stdin, stdout, signal } = world;
  await serve({ stdin: stdin as Readable, stdout, signal }, (line) => server.answer(line));
};
