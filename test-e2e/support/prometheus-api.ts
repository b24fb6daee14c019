/** One series of an answer; the name of a metric is its label `__name__`. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** Oldest first; one for an instant query. */
  readonly values: readonly number[];
}

export interface Target {
  readonly address: string;
  readonly job: string;
  readonly health: string;
  readonly fault: string;
}

export interface RangeOptions {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepSeconds: number;
}

type Value = readonly [seconds: number, value: string];
interface Result {
  readonly metric: Readonly<Record<string, string>>;
  readonly value?: Value;
  readonly values?: readonly Value[];
}

interface Reply<Data> {
  readonly status: 'success' | 'error';
  readonly error?: string;
  readonly data: Data;
}

interface RawTarget {
  readonly labels: { readonly job: string; readonly instance: string };
  readonly health: string;
  readonly lastError: string;
}

/** Longer than any query of ours takes. */
const requestTimeoutMs = 20_000;

/** The HTTP interface of Prometheus. A query that Prometheus refuses is an error with its words. */
export class PrometheusApi {
  constructor(readonly url: string) {}

  async query(expression: string): Promise<readonly Series[]> {
    return this.ask('query', { query: expression });
  }

  async queryRange(expression: string, { fromMs, toMs, stepSeconds }: RangeOptions): Promise<readonly Series[]> {
    const range = { start: String(fromMs / 1_000), end: String(toMs / 1_000), step: String(stepSeconds) };
    return this.ask('query_range', { query: expression, ...range });
  }

  async targets(): Promise<readonly Target[]> {
    const { activeTargets } = await this.get<{ readonly activeTargets: readonly RawTarget[] }>('targets');
    return activeTargets.map(({ labels: { job, instance: address }, health, lastError: fault }) => ({
      ...{ address, job, health, fault },
    }));
  }

  /** The names of the alerts that fire now. */
  async firing(): Promise<readonly string[]> {
    const series = await this.query('ALERTS{alertstate="firing"}');
    return [...new Set(series.map(({ labels }) => labels['alertname'] ?? ''))];
  }

  private async ask(path: string, parameters: Readonly<Record<string, string>>): Promise<readonly Series[]> {
    const { result } = await this.get<{ readonly result: readonly Result[] }>(path, parameters);
    return result.map(({ metric, value, values = value === undefined ? [] : [value] }) => ({
      labels: metric,
      values: values.map(([, text]) => numberOf(text)),
    }));
  }

  private async get<Data>(path: string, parameters: Readonly<Record<string, string>> = {}): Promise<Data> {
    const response = await fetch(`${this.url}/api/v1/${path}?${new URLSearchParams(parameters).toString()}`, {
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const { status, error, data } = (await response.json()) as Reply<Data>;
    if (status !== 'success') throw new Error(`${parameters['query'] ?? path}: ${error ?? 'no reason given'}`);
    return data;
  }
}

/** As Prometheus writes what JavaScript writes otherwise. */
const numberOf = (text: string): number => (text.endsWith('Inf') ? Number(`${text}inity`) : Number(text));
