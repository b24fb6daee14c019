import { runProgram } from './program';

const ending = new AbortController();
// The second one ends at once.
process.once('SIGINT', () => ending.abort());

const { env, stdin, stdout, stderr } = process;
void runProgram(process.argv.slice(2), {
  ...{ env, stdin, stdout, stderr },
  cwd: process.cwd(),
  fetch: globalThis.fetch,
  signal: ending.signal,
}).then((exitCode) => {
  process.exitCode = exitCode;
});
