import { type Board } from './dashboard';
import { graph } from './panel';

const byDatabase = (metric: string): string =>
  `sum by (datname) (rate(${metric}{datname=~"repasse.*"}[$__rate_interval]))`;
/** Disks, without what lives in memory. */
const disk = 'fstype!~"tmpfs|ramfs|squashfs|nsfs"';

export const postgresql: Board = {
  ...{ uid: 'repasse-postgresql', title: 'Repasse: PostgreSQL and its machine' },
  about: 'Utilization, saturation and errors of the database server, by postgres_exporter and node_exporter.',
  rows: [
    {
      title: 'Utilization',
      panels: [
        graph('Connections', [
          ['max(pg_server_connections)', 'open'],
          ['max(pg_server_connections_max)', 'at most'],
        ]),
        graph('Commits', [[byDatabase('pg_stat_database_xact_commit'), '{{datname}}']], { unit: 'ops' }),
        graph(
          'Found in memory',
          [
            [
              `${byDatabase('pg_stat_database_blks_hit')} / (${byDatabase('pg_stat_database_blks_hit')} + ${byDatabase('pg_stat_database_blks_read')})`,
              '{{datname}}',
            ],
          ],
          {
            about: 'Blocks that needed no read. Below 0.95 the memory is too small for what is asked.',
            unit: 'percentunit',
            max: 1,
          },
        ),
        graph('Size', [['max by (datname) (pg_database_size_bytes{datname=~"repasse.*"})', '{{datname}}']], {
          unit: 'bytes',
        }),
        graph(
          'Write-ahead log',
          [
            ['max(pg_server_wal_bytes)', 'on disk'],
            ['max(pg_server_retained_wal_bytes)', 'kept for replication slots'],
          ],
          { unit: 'bytes' },
        ),
        graph('Write-ahead log, written', [['max(rate(pg_server_wal_written_bytes[$__rate_interval]))', 'written']], {
          unit: 'Bps',
        }),
      ],
    },
    {
      title: 'Saturation and errors',
      panels: [
        graph('Oldest transaction', [['max(pg_server_oldest_transaction_seconds)', 'open for']], {
          about: 'What it may still see cannot be vacuumed.',
          unit: 's',
          redFrom: 300,
        }),
        graph('Locks waited for', [['max(pg_server_locks_waiting)', 'waiting']]),
        graph('Temporary files', [[byDatabase('pg_stat_database_temp_bytes'), '{{datname}}']], {
          about: 'Sorts and joins that did not fit into work_mem.',
          unit: 'Bps',
        }),
        graph('Rolled back', [[byDatabase('pg_stat_database_xact_rollback'), '{{datname}}']], { unit: 'ops' }),
        graph('Deadlocks, an hour', [
          ['sum by (datname) (increase(pg_stat_database_deadlocks{datname=~"repasse.*"}[1h]))', '{{datname}}'],
        ]),
        graph('Transaction ids used', [['max(pg_server_oldest_xid_age) / 2e9', 'of two thousand million']], {
          about: 'At 1 PostgreSQL stops writing. Vacuum takes it back.',
          unit: 'percentunit',
          redFrom: 0.5,
        }),
      ],
    },
    {
      title: 'Machine',
      panels: [
        graph(
          'Processors',
          [['1 - avg by (instance) (rate(node_cpu_seconds_total{mode="idle"}[$__rate_interval]))', '{{instance}}']],
          {
            unit: 'percentunit',
            max: 1,
          },
        ),
        graph('Load for each processor', [
          ['node_load1 / on (instance) count by (instance) (node_cpu_seconds_total{mode="idle"})', '{{instance}}'],
        ]),
        graph('Memory in use', [['1 - node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes', '{{instance}}']], {
          unit: 'percentunit',
          max: 1,
        }),
        graph(
          'Disk in use',
          [
            [
              `1 - max by (instance, mountpoint) (node_filesystem_avail_bytes{${disk}} / node_filesystem_size_bytes{${disk}})`,
              '{{instance}} {{mountpoint}}',
            ],
          ],
          { unit: 'percentunit', max: 1, redFrom: 0.9 },
        ),
        graph('Disk busy', [['rate(node_disk_io_time_seconds_total[$__rate_interval])', '{{instance}} {{device}}']], {
          unit: 'percentunit',
        }),
        graph(
          'Network',
          [
            [
              'sum by (instance) (rate(node_network_receive_bytes_total{device!="lo"}[$__rate_interval]))',
              '{{instance}} in',
            ],
            [
              'sum by (instance) (rate(node_network_transmit_bytes_total{device!="lo"}[$__rate_interval]))',
              '{{instance}} out',
            ],
          ],
          { unit: 'Bps' },
        ),
      ],
    },
  ],
};
