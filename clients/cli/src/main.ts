import { version } from './version';

const { argv, env, stdin, stdout, stderr } = process;

const start = async (): Promise<void> => {
  const ending = new AbortController();
  // The second one ends at once.
  process.once('SIGINT', () => ending.abort());
  const { runProgram } = await import('./program.js');
  process.exitCode = await runProgram(argv.slice(2), {
    ...{ env, stdin, stdout, stderr },
    cwd: process.cwd(),
    fetch: globalThis.fetch,
    signal: ending.signal,
  });
};

// Scripts ask for it to see whether the program is there, so it is answered before any of the commands is loaded.
if (argv.length === 3 && argv[2] === '--version') stdout.write(`${version}\n`);
else void start();
