import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prometheusConfig, type PrometheusPlaces } from '../../deploy/test/prometheus-config';
import { PrometheusApi } from './prometheus-api';
import { startProgram } from '../../deploy/test/started-program';

export type RunningPrometheus = PrometheusApi & { readonly stop: () => Promise<void> };

/** Debian's Prometheus with our own scrape jobs, which read the given processes. Its data ends with it. */
export const startPrometheus = async (places: PrometheusPlaces): Promise<RunningPrometheus> => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-prometheus-'));
  const clear = (): void => rmSync(folder, { recursive: true, force: true });
  writeFileSync(join(folder, 'prometheus.yml'), prometheusConfig(places));
  try {
    const { address, stop } = await startProgram({
      command: 'prometheus',
      args: (listening) => [
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=${listening}`,
        // Alerts that fire before it has found its Alertmanager are sent again a minute later otherwise.
        '--rules.alert.resend-delay=1s',
      ],
      readyPath: '/-/ready',
    });
    return Object.assign(new PrometheusApi(`http://${address}`), { stop: () => stop().finally(clear) });
  } catch (fault) {
    clear();
    throw fault;
  }
};
