import { type Board } from './dashboard';
import { graph, stat } from './panel';
import { maxima, rates } from './queries';

export const bus: Board = {
  ...{ uid: 'repasse-bus', title: 'Repasse: bus' },
  about: 'Events on their way: from the outbox by the relay to the topics, and from there to the consumers.',
  rows: [
    {
      title: 'What stands still',
      panels: [
        stat('Oldest unpublished event', ['max(repasse_outbox_lag_seconds)', 'waits'], {
          unit: 's',
          w: 6,
          redFrom: 30,
        }),
        stat('Set aside', ['sum(max by (service) (repasse_outbox_set_aside_aggregates))', 'aggregates'], {
          about: 'Aggregates with an event that cannot be published.',
          w: 6,
          redFrom: 1,
        }),
        stat('Parked', ['sum(max by (service, topic) (repasse_consumer_parked_aggregates))', 'aggregates'], {
          about: 'Aggregates with an event that is missing or cannot be handled.',
          w: 6,
          redFrom: 1,
        }),
        stat(
          'Dead letters in a day',
          ['sum(increase(repasse_consumer_dead_letters_total[1d])) or vector(0)', 'letters'],
          { w: 6, redFrom: 1 },
        ),
      ],
    },
    {
      title: 'Relay',
      panels: [
        graph('Lag', [maxima('repasse_outbox_lag_seconds', ['service'])], {
          about: 'Age of the oldest event that is not published.',
          unit: 's',
          redFrom: 30,
        }),
        graph('Outbox', [maxima('repasse_outbox_pending', ['service'])], {
          about: 'Events that wait to be published.',
        }),
        graph('Published', [rates('repasse_bus_published_total', ['service', 'topic'])], { unit: 'ops' }),
      ],
    },
    {
      title: 'Consumers',
      panels: [
        graph('Behind', [maxima('repasse_consumer_lag', ['service', 'topic'])], {
          about: 'Messages a group has not consumed.',
        }),
        graph('Behind, in time', [maxima('repasse_consumer_lag_seconds', ['service', 'topic'])], {
          about: 'For how long the oldest message is known that a group has not consumed.',
          unit: 's',
        }),
        graph('Parked', [maxima('repasse_consumer_parked_aggregates', ['service', 'topic'])]),
        graph('Dead letters, an hour', [
          ['sum by (service, topic) (increase(repasse_consumer_dead_letters_total[1h]))', '{{service}} {{topic}}'],
        ]),
        graph('Views: age of the latest event', [maxima('repasse_projection_lag_seconds', ['topic'])], {
          about: 'When it was shown by invoice-query.',
          unit: 's',
        }),
        graph(
          'Views: last compared with the events',
          [
            [
              'time() - (max by (projection) (repasse_projection_checked_timestamp_seconds) > 0) or max by (projection) (repasse_projection_checked_timestamp_seconds)',
              '{{projection}}',
            ],
          ],
          { about: 'How long ago; 0 for a view that never was.', unit: 's' },
        ),
        graph(
          'Events of the business',
          [['sum by (event) (rate(repasse_business_events_total[$__rate_interval])) > 0', '{{event}}']],
          { about: 'As invoice-query is told of them.', unit: 'ops' },
        ),
      ],
    },
  ],
};
