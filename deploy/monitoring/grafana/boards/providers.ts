import { type Board } from './dashboard';
import { graph, states } from './panel';
import { maxima, maxOf, percentiles, rates } from './queries';

const calls = 'repasse_provider_request_duration_seconds';

export const providers: Board = {
  ...{ uid: 'repasse-providers', title: 'Repasse: providers' },
  about: 'The bank, the acquirer and the other providers: what they answer, and what they tell by themselves.',
  rows: [
    {
      title: 'Calls',
      panels: [
        states('Breakers', maxima('repasse_breaker_state', ['service', 'breaker']), {
          ...{ 0: ['closed', 'green'], 1: ['half-open', 'yellow'], 2: ['open', 'red'] },
        }),
        graph('Calls', [rates(`${calls}_count`, ['provider', 'outcome'])], { unit: 'reqps' }),
        graph('Duration, p99', [percentiles(0.99, calls, ['provider', 'operation'])], { unit: 's' }),
      ],
    },
    {
      title: 'Payments',
      panels: [
        graph('Receipts', [rates('repasse_receipts_total', ['source', 'outcome'])], {
          about: 'Who noticed the money, and what came of it.',
        }),
        graph('Callbacks', [rates('repasse_callbacks_received_total', ['provider', 'outcome'])]),
        graph('Payments named in callbacks', [rates('repasse_callback_payments_total', ['provider', 'outcome'])]),
        graph('Cards by outcome', [rates('repasse_charge_card_payments_total', ['outcome'])]),
        graph('Quotes by outcome', [rates('repasse_fx_quotes_total', ['outcome'])]),
        graph(
          'Age of the exchange rates',
          [['time() - (max(repasse_fx_rates_closed_timestamp_seconds) > 0)', 'closed']],
          { about: 'On Tuesday morning those of Friday are four days old.', unit: 's' },
        ),
        graph('Offers that wait for a provider', [
          ['max(repasse_charge_awaited_offers)', 'waiting'],
          ['max(repasse_reconciler_overdue_seconds)', 'longest look-up overdue, seconds'],
        ]),
        graph('Taken back', [rates('repasse_payment_cancellations_total', ['provider', 'outcome'])]),
        graph(
          'Callback addresses registered',
          [
            ['max(repasse_pix_webhook_registered)', 'PIX'],
            ['max(repasse_revolut_webhook_registered)', 'international'],
          ],
          { max: 1 },
        ),
      ],
    },
    {
      title: 'Money that goes out',
      panels: [
        graph('Refunds by answer', [rates('repasse_refund_answers_total', ['provider', 'outcome'])]),
        graph('Steps of payouts', [rates('repasse_payout_steps_total', ['provider', 'outcome'])]),
        graph('Missing for payouts', [maxima('repasse_payout_funding_missing_minor', ['provider'])], {
          about: 'Minor units of BRL that the account lacks of what is due.',
        }),
        graph(
          'Longest without news',
          [
            ['max(repasse_refunds_waiting_seconds)', 'refund'],
            ['max(repasse_payouts_waiting_seconds)', 'payout'],
          ],
          { unit: 's' },
        ),
      ],
    },
    {
      title: 'Statements and records',
      panels: [
        graph('Statements that differ', [maxima('repasse_statement_differences', ['provider', 'kind'])]),
        graph(
          'Statements: last compared',
          [
            [
              `time() - (${maxOf('repasse_statement_check_last_success_timestamp_seconds', ['provider'])} > 0) or ${maxOf('repasse_statement_check_last_success_timestamp_seconds', ['provider'])}`,
              '{{provider}}',
            ],
          ],
          { about: 'How long ago; 0 before the first.', unit: 's' },
        ),
        graph('Given up', [
          ['sum(increase(repasse_provider_calls_dropped_total[1h]))', 'raw records not kept'],
          ['sum(increase(repasse_pix_callback_without_txid_total[1h]))', 'PIX receipts that name no charge'],
        ]),
      ],
    },
  ],
};
