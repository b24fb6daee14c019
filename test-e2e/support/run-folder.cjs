/**
 * One folder for whatever a test run writes to the system's temporary folder, those of its workers and of the processes
 * they start included. It goes when the run is over, also when that was interrupted: see clear-up.cjs.
 */
const { fork } = require('node:child_process');
const { chmodSync, mkdtempSync } = require('node:fs');
const os = require('node:os');
const path = require('node:path');

/** As open as the folder it stands for: PostgreSQL runs as a user of its own when this is root. */
const openToAll = 0o1777;

let folder;

exports.openRunFolder = () => {
  if (folder !== undefined) return;
  // A short name: the address of a socket in it has to fit into a hundred characters.
  folder = mkdtempSync(path.join(os.tmpdir(), 'repasse-'));
  chmodSync(folder, openToAll);
  process.env.TMPDIR = folder;
  // Detached: Ctrl-C ends the run and not its clearing up.
  const clearUp = fork(path.join(__dirname, 'clear-up.cjs'), [folder], { detached: true, stdio: 'ignore' });
  clearUp.unref();
  clearUp.channel?.unref();
};
