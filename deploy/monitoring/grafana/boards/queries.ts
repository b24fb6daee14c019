import { type Query } from './panel';

/** How often events of the business come, counted by invoice-query; times 60, since a shop has a few a minute. */
export const perMinute = (selector: string, by: readonly string[]): string =>
  `sum by (${by.join(', ')}) (rate(repasse_business_events_total{${selector}}[$__rate_interval])) * 60`;

export const counted = (selector: string): string =>
  `sum(increase(repasse_business_events_total{${selector}}[$__range]))`;

/** A percentile of a histogram, by labels. */
export const percentile = (p: number, metric: string, by: readonly string[], selector = ''): string =>
  `histogram_quantile(${String(p)}, sum by (${[...by, 'le'].join(', ')}) (rate(${metric}_bucket{${selector}}[$__rate_interval])))`;

export const rateOf = (metric: string, by: readonly string[], selector = ''): string =>
  `sum by (${by.join(', ')}) (rate(${metric}{${selector}}[$__rate_interval]))`;

/** Two processes of a service measure the same, so the largest is shown. */
export const maxOf = (metric: string, by: readonly string[], selector = ''): string =>
  `max by (${by.join(', ')}) (${metric}${selector === '' ? '' : `{${selector}}`})`;

/** `{{a}} {{b}}`. */
export const legend = (...labels: readonly string[]): string => labels.map((label) => `{{${label}}}`).join(' ');

/** An expression summed by labels, with a legend of just these. */
export const rates = (metric: string, by: readonly string[], selector = ''): Query => [
  rateOf(metric, by, selector),
  legend(...by),
];

export const maxima = (metric: string, by: readonly string[], selector = ''): Query => [
  maxOf(metric, by, selector),
  legend(...by),
];

export const percentiles = (p: number, metric: string, by: readonly string[], selector = ''): Query => [
  percentile(p, metric, by, selector),
  by.length === 0 ? `p${String(p * 100)}` : legend(...by),
];
