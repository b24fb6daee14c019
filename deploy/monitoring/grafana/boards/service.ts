import { type Board } from './dashboard';
import { graph } from './panel';
import { maxima, maxOf, percentiles, rates } from './queries';

/** Exporters measure their own processes, too. */
const chosen = 'job="repasse",service=~"$service"';
const asked = `${chosen},route!~"/health.*|/metrics"`;
const requests = 'http_request_duration_seconds';

const answered = [
  graph('Rate', [rates(`${requests}_count`, ['service', 'method', 'route'], asked)], { unit: 'reqps' }),
  graph(
    'Errors',
    [
      [
        `sum by (service) (rate(${requests}_count{${chosen},status=~"5.."}[$__rate_interval])) or sum by (service) (rate(${requests}_count{${chosen}}[$__rate_interval])) * 0`,
        '{{service}}',
      ],
    ],
    { about: 'Answers of 500 and above.', unit: 'reqps' },
  ),
  graph('Duration, p99', [percentiles(0.99, requests, ['service', 'route'], asked)], { unit: 's' }),
  graph('Duration, p50', [percentiles(0.5, requests, ['service', 'route'], asked)], { unit: 's' }),
  graph('Refusals', [rates(`${requests}_count`, ['service', 'status'], `${chosen},status=~"4.."`)], { unit: 'reqps' }),
  graph(
    'Health checks: last success',
    [
      [
        `time() - ${maxOf('repasse_health_check_last_success_timestamp_seconds', ['service', 'check'], chosen)}`,
        '{{service}} {{check}}',
      ],
    ],
    { about: 'How long ago each last succeeded.', unit: 's', redFrom: 60 },
  ),
];

const process = [
  graph('Event loop lag, p99', [maxima('nodejs_eventloop_lag_p99_seconds', ['service'], chosen)], { unit: 's' }),
  graph('Processor', [rates('process_cpu_seconds_total', ['service'], chosen)], {
    about: 'Seconds of CPU a second, over all processes of a service.',
  }),
  graph('Memory', [maxima('process_resident_memory_bytes', ['service'], chosen)], { unit: 'bytes' }),
  graph('Collecting garbage', [rates('nodejs_gc_duration_seconds_sum', ['service', 'kind'], chosen)], {
    about: 'The part of the time that it takes.',
    unit: 'percentunit',
  }),
  graph(
    'Up for',
    [[`time() - ${maxOf('process_start_time_seconds', ['service', 'instance'], chosen)}`, '{{service}} {{instance}}']],
    { unit: 's' },
  ),
  graph(
    'Release',
    [[`count by (service, version, commit) (repasse_build_info{${chosen}})`, '{{service}} {{version}} {{commit}}']],
    {
      about: 'How many processes run which release.',
    },
  ),
];

const database = [
  graph('Pool: connections', [
    maxima('repasse_postgres_pool_connections', ['service', 'pool', 'state'], chosen),
    [maxOf('repasse_postgres_pool_connections_max', ['service', 'pool'], chosen), '{{service}} {{pool}} at most'],
  ]),
  graph('Pool: waiting', [maxima('repasse_postgres_pool_waiting', ['service', 'pool'], chosen)], {
    about: 'Statements that wait for a connection. For long, the pool is too small or the database too slow.',
    redFrom: 10,
  }),
  graph('Append, p99', [percentiles(0.99, 'repasse_append_seconds', ['service'], chosen)], {
    about: 'From an append to its commit.',
    unit: 's',
  }),
  graph('Appends a commit', [
    [
      `sum by (service) (rate(repasse_append_group_size_sum{${chosen}}[$__rate_interval])) / sum by (service) (rate(repasse_append_group_size_count{${chosen}}[$__rate_interval]))`,
      '{{service}}',
    ],
  ]),
  graph(
    'Retention: last success',
    [
      [
        `time() - ${maxOf('repasse_retention_last_success_timestamp_seconds', ['service', 'database'], chosen)}`,
        '{{service}} {{database}}',
      ],
    ],
    { unit: 's' },
  ),
  graph(
    'Retention: oldest partition',
    [maxima('repasse_retention_oldest_partition_age_seconds', ['service', 'table'], chosen)],
    {
      about: 'Below the time that rows of the table are kept.',
      unit: 's',
    },
  ),
];

const others = [
  graph(
    'Calls to other services, p99',
    [percentiles(0.99, 'repasse_http_client_duration_seconds', ['client', 'route'], chosen)],
    { unit: 's' },
  ),
  graph(
    'Calls to other services',
    [rates('repasse_http_client_duration_seconds_count', ['client', 'outcome'], chosen)],
    { unit: 'reqps' },
  ),
  graph(
    'Sent once more',
    [
      rates('repasse_http_client_repeats_total', ['client'], chosen),
      [`sum by (upstream) (rate(repasse_edge_repeats_total{${chosen}}[$__rate_interval]))`, 'edge {{upstream}}'],
    ],
    { about: 'Requests that had reached nobody.', unit: 'reqps' },
  ),
  graph(
    'Internal calls received',
    [rates('repasse_internal_calls_total', ['caller', 'operation', 'outcome'], chosen)],
    { unit: 'reqps' },
  ),
  graph(
    'Passed on by the edge',
    [
      rates('repasse_edge_requests_total', ['upstream'], chosen),
      [
        `sum by (upstream) (rate(repasse_edge_upstream_faults_total{${chosen}}[$__rate_interval]))`,
        '{{upstream}} did not answer',
      ],
    ],
    { unit: 'reqps' },
  ),
  graph('Tokens', [
    [`sum(rate(repasse_identity_tokens_issued_total{${chosen}}[$__rate_interval]))`, 'issued'],
    [`sum(rate(repasse_identity_authentication_failures_total{${chosen}}[$__rate_interval]))`, 'refused'],
  ]),
];

export const service: Board = {
  ...{ uid: 'repasse-service', title: 'Repasse: service' },
  about: 'Requests, errors and durations of services, their processes, pools and calls to each other.',
  variables: [
    { name: 'service', label: 'Service', about: 'One, several or all.', labelValues: 'repasse_build_info, service' },
  ],
  rows: [
    { title: 'Requests', panels: answered },
    { title: 'Process', panels: process },
    { title: 'Database', panels: database },
    { title: 'Among each other', panels: others },
  ],
};
