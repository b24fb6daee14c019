import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../deploy/test/compose-file';
import { type AlertReceiver } from './alert-receiver';
import { startProgram } from '../../deploy/test/started-program';

/** Our configuration with the addresses of a test, which does not wait for more of a group. */
const configFor = (receiver: AlertReceiver): string =>
  readFileSync(join(root, 'deploy/monitoring/alertmanager.yml'), 'utf8')
    .replace(/http:\/\/(page|ticket|watchdog)\.invalid\//g, (_, name: 'page' | 'ticket' | 'watchdog') =>
      receiver.urlOf(name),
    )
    .replaceAll(/group_(wait|interval): \d+\w/g, 'group_$1: 1s');

/** Debian's Alertmanager, which tells these receivers. */
export const startAlertmanager = async (receiver: AlertReceiver) => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-alertmanager-'));
  const clear = (): void => rmSync(folder, { recursive: true, force: true });
  writeFileSync(join(folder, 'alertmanager.yml'), configFor(receiver));
  try {
    const { address, stop } = await startProgram({
      command: 'prometheus-alertmanager',
      args: (listening) => [
        `--config.file=${folder}/alertmanager.yml`,
        `--storage.path=${folder}/data`,
        `--web.listen-address=${listening}`,
        '--cluster.listen-address=',
      ],
      readyPath: '/-/ready',
    });
    return { address, stop: () => stop().finally(clear) };
  } catch (fault) {
    clear();
    throw fault;
  }
};
