/**
 * Waits for the end of the test run that started it, ends what the run has left running and removes its folder. A run
 * that is interrupted has no time to do so itself, and its workers, databases and browsers do not hear of it at once.
 */
const fs = require('node:fs');
const { setTimeout: delay } = require('node:timers/promises');

const [folder] = process.argv.slice(2);
const pollMs = 100;
/** What a busy machine needs to stop a database in order; then it is ended, since nobody wants the data. */
const patienceMs = 20_000;

/** Whoever was given the folder as its temporary one. Empty where there is no /proc; there each program's own hooks do. */
const leftRunning = () => {
  const pids = fs.existsSync('/proc') ? fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return pids.filter(
    (pid) => Number(pid) !== process.pid && environmentOf(pid).split('\0').includes(`TMPDIR=${folder}`),
  );
};

const environmentOf = (pid) => {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    return ''; // It has ended meanwhile, or is somebody else's.
  }
};

const signal = (pids, name) => {
  for (const pid of pids) {
    try {
      process.kill(Number(pid), name);
    } catch {
      // It has ended meanwhile.
    }
  }
};

const stopAll = async () => {
  const deadline = Date.now() + patienceMs;
  signal(leftRunning(), 'SIGINT');
  while (leftRunning().length > 0 && Date.now() < deadline) await delay(pollMs);
  signal(leftRunning(), 'SIGKILL');
};

process.once('disconnect', () => {
  void stopAll().finally(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
});
