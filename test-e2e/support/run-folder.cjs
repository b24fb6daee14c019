/**
 * One folder for whatever a test run writes to the system's temporary folder, those of its workers and of the processes
 * they start included. It goes when the run is over, also when that was interrupted: see clear-up.cjs.
 */
const { fork, spawnSync } = require('node:child_process');
const { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** As open as the folder it stands for: PostgreSQL runs as a user of its own when this is root. */
const openToAll = 0o1777;

/** Linux's file system in memory. A run makes and removes some hundred thousand files, a tenth of its time on a disk. */
const memory = '/dev/shm';

/** The data of the stacks that run at once, and backups of it; a run never came to more than a third. */
const memoryBytesMin = 8 * 2 ** 30;

let folder;

exports.openRunFolder = () => {
  if (folder !== undefined) return;
  const base = process.env.TMPDIR ?? (isMemoryUsable() ? memory : os.tmpdir());
  // A short name: the address of a socket in it has to fit into a hundred characters.
  folder = mkdtempSync(path.join(base, 'repasse-'));
  chmodSync(folder, openToAll);
  process.env.TMPDIR = folder;
  // Detached: Ctrl-C ends the run and not its clearing up.
  const clearUp = fork(path.join(__dirname, 'clear-up.cjs'), [folder], { detached: true, stdio: 'ignore' });
  clearUp.unref();
  clearUp.channel?.unref();
};

const isMemoryUsable = () => {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= memoryBytesMin && runsPrograms(memory);
  } catch {
    return false;
  }
};

/** Some systems forbid it there, and suites install programs into the folder. */
const runsPrograms = (place) => {
  const probe = mkdtempSync(path.join(place, 'repasse-probe-'));
  try {
    const program = path.join(probe, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
    return spawnSync(program).status === 0;
  } finally {
    rmSync(probe, { recursive: true });
  }
};
