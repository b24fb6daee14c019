import { type Board } from './dashboard';
import { graph, stat } from './panel';
import { counted, maxima, percentile, percentiles, perMinute, rates } from './queries';

const eventsOf = (subject: string) => perMinute(`event=~"${subject}[.].+"`, ['event']);

const safety = [
  stat('Ledger imbalance', ['max(abs(repasse_ledger_imbalance_minor))', 'imbalance'], {
    about: 'Debits minus credits in minor units, over all currencies. Anything but 0 is wrong.',
    redFrom: 1,
  }),
  stat('Parked aggregates', ['sum(max by (service, topic) (repasse_consumer_parked_aggregates))', 'parked'], {
    about: 'Held back because an event of theirs is missing or cannot be handled.',
    redFrom: 1,
  }),
  stat('Dead letters in an hour', ['sum(increase(repasse_consumer_dead_letters_total[1h])) or vector(0)', 'letters'], {
    redFrom: 1,
  }),
  stat('Breakers open', ['count(repasse_breaker_state == 2) or vector(0)', 'open'], { redFrom: 1 }),
  stat('Processes down', ['count(up == 0) or vector(0)', 'down'], {
    about: 'Services and exporters that do not answer Prometheus.',
    redFrom: 1,
  }),
  stat(
    'Statements that differ',
    ['sum(max by (provider, kind) (repasse_statement_differences)) or vector(0)', 'places'],
    {
      about: 'Places in which providers’ statements and our receipts differ and nobody has settled it.',
      redFrom: 1,
    },
  ),
];

const paidOfOffered = (selector: string, by: string): string =>
  `sum by (${by}) (increase(repasse_business_events_total{event="charge.paid"${selector}}[$__range]))
  / (sum by (${by}) (increase(repasse_business_events_total{event="attempt.offered"${selector}}[$__range])) > 0)`;

const money = (kind: string, by: string): string =>
  `sum by (${by}) (increase(repasse_business_money_minor_total{kind="${kind}"}[$__range])) / 100`;

const funnel = [
  stat('Created', [counted('event="charge.created"'), 'charges']),
  stat('Offered', [counted('event="attempt.offered"'), 'attempts'], {
    about: 'Attempts that a payer can pay. A charge may have several, and one for each way to pay.',
  }),
  stat('Paid', [counted('event="charge.paid"'), 'charges']),
  stat('Paid of offered', [paidOfOffered('', ''), 'share'], { unit: 'percentunit' }),
  stat('Money paid', [money('paid', 'currency'), '{{currency}}'], { unit: 'currencyBRL' }),
  stat('Fees', [money('fee', 'currency'), '{{currency}}'], { unit: 'currencyBRL' }),
  graph('Created a minute', [[perMinute('event="charge.created"', ['event']), '{{event}}']]),
  graph('Offered a minute, by way to pay', [[perMinute('event="attempt.offered"', ['method']), '{{method}}']]),
  graph('Paid a minute, by way to pay', [[perMinute('event="charge.paid"', ['method']), '{{method}}']]),
  graph('Paid of offered, by way to pay', [[paidOfOffered('', 'method'), '{{method}}']], {
    about: 'Over the time that is shown. Late payers of an earlier offer can lift it above one.',
    unit: 'percentunit',
  }),
  graph('Ended unpaid, a minute', [
    [perMinute('event=~"charge.(canceled|expired|failed)|attempt.(failed|expired)"', ['event']), '{{event}}'],
  ]),
  graph(
    'Money, by way to pay',
    [
      [money('paid', 'method'), '{{method}} paid'],
      [money('refunded', 'method'), '{{method}} refunded'],
    ],
    { about: 'Over the time that is shown.', unit: 'currencyBRL' },
  ),
];

const afterwards = [
  graph('Webhooks, a minute', [[eventsOf('webhook'), '{{event}}']]),
  graph(
    'From paid to booked, and to the webhook, p99',
    [
      [percentile(0.99, 'repasse_paid_to_booked_seconds', []), 'booked'],
      [percentile(0.99, 'repasse_paid_to_webhook_seconds', []), 'first try of the webhook'],
    ],
    { about: 'From the time of the payment, by its provider.', unit: 's' },
  ),
  graph(
    'From plan to arrival of webhooks',
    [
      percentiles(0.5, 'repasse_webhook_delivery_delay_seconds', []),
      percentiles(0.99, 'repasse_webhook_delivery_delay_seconds', []),
    ],
    { unit: 's' },
  ),
  graph(
    'Money beside a charge, an hour',
    [
      ['sum by (reason, handling) (increase(repasse_charge_surplus_total[1h]))', '{{reason}} {{handling}}'],
      ['sum(increase(repasse_charge_surplus_refund_failed_total[1h]))', 'could not go back'],
    ],
    { about: 'Paid too late, too much, too little or twice, and what the merchant’s rules do with it.' },
  ),
  graph('Refunds a minute', [[eventsOf('refund'), '{{event}}']]),
  graph('Disputes an hour', [
    [
      'sum by (event, method) (increase(repasse_business_events_total{event=~"dispute[.].+"}[1h])) > 0',
      '{{event}} {{method}}',
    ],
  ]),
  graph('Withdrawals and payouts an hour', [
    ['sum by (event) (increase(repasse_business_events_total{event=~"(withdrawal|payout)[.].+"}[1h]))', '{{event}}'],
  ]),
  graph(
    'Withdrawals by outcome, an hour',
    [['sum by (outcome) (increase(repasse_withdrawals_total[1h]))', '{{outcome}}']],
    { about: 'By every rail, as the ledger books them.' },
  ),
  graph('Users’ money apart', [maxima('repasse_ledger_account_total_minor', ['kind', 'currency'])], {
    about: 'Minor units in the accounts where money waits.',
  }),
  graph(
    'Longest waits',
    [
      ['max(repasse_refunds_waiting_seconds)', 'refund without news'],
      ['max(repasse_payouts_waiting_seconds)', 'payout without news'],
      ['max(repasse_charge_expiry_overdue_seconds)', 'charge to expire'],
      ['max(repasse_reconciler_overdue_seconds)', 'payment to look up'],
      ['max(repasse_withdrawals_open_oldest_seconds)', 'withdrawal'],
      ['max(repasse_payout_runs_overdue_seconds)', 'run of a payout schedule'],
      ['max by (decider) (repasse_identity_verifications_oldest_seconds)', 'verification by {{decider}}'],
    ],
    { unit: 's' },
  ),
  graph('Requests at the edge', [rates('repasse_edge_requests_total', ['upstream'])], { unit: 'reqps' }),
];

export const overview: Board = {
  ...{ uid: 'repasse', title: 'Repasse: overview', refresh: '10s' },
  about: 'Whether money is safe, and what becomes of charges. Counted where all events arrive, at invoice-query.',
  rows: [
    { title: 'Is money safe', panels: safety },
    { title: 'From created to paid', panels: funnel },
    { title: 'What follows', panels: afterwards },
  ],
};
