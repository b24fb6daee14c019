// Runs a program that takes its time while a person looks at the terminal.
import { spawn } from 'node:child_process';

const printEveryMs = 5_000;

/**
 * Runs a program to its end and says from time to time that it is still at it. Resolves with its exit status and, unless
 * `stdio` is 'inherit', with all it printed.
 */
export const toldStep = async (what, program, args, { afterMs = 0, ...options }) => {
  const startedAt = Date.now();
  const print = () => {
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    // Standard output belongs to the program that is started then.
    console.error(seconds < 3 ? `${what} …` : `${what}: ${seconds} s …`);
  };
  const first = setTimeout(print, afterMs);
  const repeated = setInterval(print, printEveryMs);
  const child = spawn(program, args, options);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += chunk));
  try {
    const status = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
    return { status, printed };
  } finally {
    clearTimeout(first);
    clearInterval(repeated);
  }
};
