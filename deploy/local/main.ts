import { banner } from './banner';
import { demoCheckoutUrl } from './demo-checkout';
import { nodeHint } from './node-hint';
import { parseOptions, usage, UsageError } from './options';
import { startStack, type Stack } from './stack';

const print = (line: string): void => console.log(line);

/** A person reads the message; the stack trace would only hide it. */
const giveUp = (error: unknown): never => {
  console.error(error instanceof Error ? error.message : String(error));
  if (error instanceof UsageError) console.error(`\n${usage}`);
  process.exit(1);
};

const run = async (args: readonly string[]): Promise<void> => {
  const options = parseOptions(args);
  if (options === undefined) {
    print(usage);
    return;
  }
  const startedAt = Date.now();
  const running: { stack?: Stack } = {};
  let isStopping = false;

  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    print('\nStopping …');
    await running.stack?.stop();
    print('Stopped. The data is kept.');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());

  const stack = await startStack(options, print, (line) => console.error(line));
  running.stack = stack;
  if (options.isWithoutServices === true)
    print(`PostgreSQL runs, and no service: ${new URL(stack.file.postgresUrl).host}`);
  else print(banner(stack.file, options.dataDir, await demoCheckoutUrl(stack.file)));
  print(`Started in ${String(Math.round((Date.now() - startedAt) / 100) / 10)} s.`);
  const hint = nodeHint(process.version);
  if (hint !== undefined) print(hint);
};

export const main = (args: readonly string[]): void => {
  run(args).catch(giveUp);
};
