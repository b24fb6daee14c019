import { eventually } from '@repasse/chassis/testing/eventually';

const prometheusUrl = 'http://localhost:9090';
/** Scrapes come every 5 s, and a container that starts slowly misses the first. */
const waitMs = 60_000;

interface Target {
  readonly scrapeUrl: string;
  readonly health: string;
  readonly lastError: string;
}

/** Every target is read, and a query knows of the charge that was paid; answers what was seen. */
export const askPrometheus = async (): Promise<string> => {
  let targets: readonly Target[] = [];
  const areUp = async (): Promise<boolean> => {
    targets = (await ask<{ activeTargets: readonly Target[] }>('/api/v1/targets')).activeTargets;
    return targets.length > 0 && targets.every(({ health }) => health === 'up');
  };
  await eventually(areUp, { timeoutMs: waitMs, everyMs: 1_000 }).catch(() => {
    const down = targets.filter(({ health }) => health !== 'up').map((one) => `${one.scrapeUrl}: ${one.lastError}`);
    throw new Error(`Prometheus does not read every target:\n${down.join('\n')}`);
  });
  const query = 'sum(repasse_bus_published_total)';
  const published = await eventually(async () => (await valueOf(query)) || undefined, {
    timeoutMs: waitMs,
    everyMs: 1_000,
  });
  return `${String(targets.length)} targets are up; ${query} is ${String(published)}`;
};

const valueOf = async (query: string): Promise<number> => {
  const { result } = await ask<{ result: readonly { readonly value: readonly [number, string] }[] }>(
    `/api/v1/query?query=${encodeURIComponent(query)}`,
  );
  return Number(result[0]?.value[1] ?? 0);
};

const ask = async <Data>(path: string): Promise<Data> => {
  const response = await fetch(`${prometheusUrl}${path}`);
  if (!response.ok) throw new Error(`Prometheus answered ${String(response.status)}: ${await response.text()}`);
  return ((await response.json()) as { data: Data }).data;
};
