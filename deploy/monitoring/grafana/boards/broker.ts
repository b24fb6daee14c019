import { type Board } from './dashboard';
import { graph, stat } from './panel';

const topics = 'kafka_server_brokertopicmetrics';
const rate = (metric: string, by: string): string => `sum by (${by}) (rate(${metric}[$__rate_interval]))`;

export const broker: Board = {
  ...{ uid: 'repasse-broker', title: 'Repasse: Kafka brokers' },
  about: 'Utilization, saturation and errors of the brokers, by the agent of deploy/monitoring/kafka-jmx.yml.',
  rows: [
    {
      title: 'Are all copies there',
      panels: [
        stat('Partitions offline', ['max(kafka_controller_kafkacontroller_offlinepartitionscount)', 'offline'], {
          redFrom: 1,
        }),
        stat(
          'Below min.insync.replicas',
          ['sum(kafka_server_replicamanager_underminisrpartitioncount)', 'partitions'],
          {
            about: 'Partitions that take no events.',
            redFrom: 1,
          },
        ),
        stat('Under-replicated', ['sum(kafka_server_replicamanager_underreplicatedpartitions)', 'partitions'], {
          redFrom: 1,
        }),
        stat('Active controllers', ['sum(kafka_controller_kafkacontroller_activecontrollercount)', 'controllers'], {
          about: 'One, in a cluster of any size.',
        }),
        stat('Brokers', ['max(kafka_controller_kafkacontroller_activebrokercount)', 'active']),
        stat('Disks offline', ['sum(kafka_log_logmanager_offlinelogdirectorycount)', 'folders'], { redFrom: 1 }),
      ],
    },
    {
      title: 'Utilization',
      panels: [
        graph(
          'Bytes',
          [
            [rate(`${topics}_bytesin_total`, 'instance'), '{{instance}} in'],
            [rate(`${topics}_bytesout_total`, 'instance'), '{{instance}} out'],
          ],
          { unit: 'Bps' },
        ),
        graph('Messages, by topic', [[rate(`${topics}_topic_messagesin_total`, 'topic'), '{{topic}}']], {
          unit: 'ops',
        }),
        graph('Log on disk, by topic', [['sum by (topic) (kafka_log_log_size_bytes)', '{{topic}}']], { unit: 'bytes' }),
        graph(
          'Heap',
          [
            ['sum by (instance) (jvm_memory_used_bytes{area="heap"})', '{{instance}} used'],
            ['sum by (instance) (jvm_memory_max_bytes{area="heap"})', '{{instance}} at most'],
          ],
          { unit: 'bytes' },
        ),
        graph('Processor', [[rate('process_cpu_seconds_total{job="kafka"}', 'instance'), '{{instance}}']]),
        graph('Connections', [
          ['sum by (instance, listener) (kafka_server_socketserver_connections)', '{{instance}} {{listener}}'],
        ]),
      ],
    },
    {
      title: 'Saturation',
      panels: [
        graph(
          'Request handlers idle',
          [['min by (instance) (kafka_server_kafkarequesthandlerpool_requesthandleravgidle_ratio)', '{{instance}}']],
          {
            about: 'Below 0.3 the broker is busy.',
            unit: 'percentunit',
          },
        ),
        graph(
          'Network threads idle',
          [['min by (instance) (kafka_network_socketserver_networkprocessoravgidle_ratio)', '{{instance}}']],
          {
            about: 'Below 0.3 the broker is busy.',
            unit: 'percentunit',
          },
        ),
        graph('Requests that wait', [
          ['max by (instance) (kafka_network_requestchannel_requestqueuesize)', '{{instance}}'],
        ]),
        graph(
          'Requests, p99',
          [['max by (request) (kafka_network_requestmetrics_totaltimems{quantile="0.99"})', '{{request}}']],
          { about: 'A fetch waits for news by intention, half a second and more.', unit: 'ms' },
        ),
        graph('Collecting garbage', [[rate('jvm_gc_collection_seconds_sum', 'instance, gc'), '{{instance}} {{gc}}']], {
          about: 'The part of the time that it takes.',
          unit: 'percentunit',
        }),
        graph('Partitions', [
          ['max by (instance) (kafka_server_replicamanager_partitioncount)', '{{instance}}'],
          ['max by (instance) (kafka_server_replicamanager_leadercount)', '{{instance}} leads'],
        ]),
      ],
    },
    {
      title: 'Errors',
      panels: [
        graph(
          'Failed requests',
          [
            [rate(`${topics}_failedproducerequests_total`, 'instance'), '{{instance}} produce'],
            [rate(`${topics}_failedfetchrequests_total`, 'instance'), '{{instance}} fetch'],
          ],
          { unit: 'ops' },
        ),
        graph('Copies that fell behind, an hour', [
          ['sum by (instance) (increase(kafka_server_replicamanager_isrshrinks_total[1h]))', '{{instance}}'],
        ]),
        graph('Refused bytes', [[rate(`${topics}_bytesrejected_total`, 'instance'), '{{instance}}']], {
          about: 'Messages that are larger than the topic allows.',
          unit: 'Bps',
        }),
      ],
    },
  ],
};
