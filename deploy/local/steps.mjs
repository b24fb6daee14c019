// Runs the parts of a check side by side and prints the output of those that failed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './ensure-installed.mjs';

const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

const runOne = ({ name, command: [tool, ...args] }) =>
  new Promise((resolve) => {
    const startedAt = Date.now();
    const file = tool === 'node' ? process.execPath : join(root, 'node_modules', '.bin', tool);
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('close', (code) => {
      const isOk = code === 0;
      console.log(`${isOk ? 'ok    ' : 'FAILED'}  ${name} (${seconds(Date.now() - startedAt)})`);
      if (!isOk) console.log(output);
      resolve(isOk);
    });
  });

/** Returns the names of the steps that failed; two run at a time, as many as the smallest machine has cores. */
export const runSteps = async (steps, atOnce = 2) => {
  const queue = [...steps];
  const failed = [];
  const worker = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) if (!(await runOne(step))) failed.push(step.name);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return failed;
};
