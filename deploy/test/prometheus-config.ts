import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dump, load } from 'js-yaml';
import { root } from './compose-file';

export interface PrometheusPlaces {
  /** By the names of the jobs in deploy/monitoring/prometheus.yml, as `host:port`; jobs without an entry are left out. */
  readonly targets: Readonly<Record<string, readonly string[]>>;
  /** Absolute paths. Without any, no rule is evaluated. */
  readonly ruleFiles?: readonly string[];
  /** As `host:port`. */
  readonly alertmanagers?: readonly string[];
  readonly scrapeInterval?: string;
  readonly evaluationInterval?: string;
}

type Config = Readonly<Record<string, unknown>> & {
  readonly global: object;
  readonly scrape_configs: readonly (object & { readonly job_name: string; readonly file_sd_configs?: object })[];
};

/** Our configuration with the places of a test: what decides on labels stays as it is. */
export const prometheusConfig = (places: PrometheusPlaces): string => {
  const { targets, ruleFiles = [], alertmanagers = [], scrapeInterval = '1s', evaluationInterval = '1s' } = places;
  const file = readFileSync(join(root, 'deploy/monitoring/prometheus.yml'), 'utf8');
  const { global, scrape_configs: jobs } = load(file) as Config;
  const unknown = Object.keys(targets).filter((name) => jobs.every(({ job_name }) => job_name !== name));
  if (unknown.length > 0) throw new Error(`prometheus.yml has no job ${unknown.join(', ')}.`);
  return dump({
    global: {
      ...global,
      scrape_interval: scrapeInterval,
      scrape_timeout: scrapeInterval,
      evaluation_interval: evaluationInterval,
    },
    rule_files: ruleFiles,
    ...(alertmanagers.length > 0 && {
      alerting: { alertmanagers: [{ static_configs: [{ targets: alertmanagers }] }] },
    }),
    scrape_configs: jobs
      .filter(({ job_name }) => targets[job_name] !== undefined)
      .map(({ file_sd_configs: _, ...job }) => ({ ...job, static_configs: [{ targets: targets[job.job_name] }] })),
  });
};
