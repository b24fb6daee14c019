import { measureAnchor } from './measure/anchor';
import { type Measurement } from './measure/bench';
import { measureBookings } from './measure/bookings';
import { measureCharges } from './measure/charges';
import { measureDeliveries } from './measure/deliveries';
import { measureJourneys } from './measure/journeys';
import { measurePayouts } from './measure/payouts';
import { measureRebuild } from './measure/rebuild';
import { measureRelay } from './measure/relay';
import { measureSizes } from './measure/sizes';
import { measureStatements } from './measure/statements';
import { type BusName } from './system/running-system';

export interface Suite {
  readonly about: string;
  readonly measure: Measurement;
  /** What the bus changes nothing about is measured on the embedded one alone. */
  readonly buses: readonly BusName[];
}

const both: readonly BusName[] = ['postgres', 'kafka'];

/**
 * In the order they run. The anchor comes first, since ratios are taken to it; the statements before the journeys, since
 * payments that a too slow system left open are asked about for a while and would be counted.
 */
export const systemSuites = {
  anchor: { about: "pgbench's rate with our rows on the same PostgreSQL", measure: measureAnchor, buses: both },
  charges: { about: 'POST /charge at 1, 8 and 32 clients, edge and direct', measure: measureCharges, buses: both },
  statements: { about: 'statements and commits of a charge and a journey', measure: measureStatements, buses: both },
  journeys: { about: 'PIX: create, pay, webhook; closed and open loops', measure: measureJourneys, buses: both },
  sizes: { about: 'bytes that a journey leaves in each table', measure: measureSizes, buses: ['postgres'] },
  bookings: { about: 'paid charges booked per second', measure: measureBookings, buses: both },
  payouts: { about: '10,000 payouts by schedule, decided and booked', measure: measurePayouts, buses: ['postgres'] },
  deliveries: {
    about: 'webhooks per second, also beside a dead receiver; delay beside bad ones',
    measure: measureDeliveries,
    buses: ['postgres'],
  },
  rebuild: { about: 'events per second when views are built anew', measure: measureRebuild, buses: ['postgres'] },
  relay: { about: 'outbox to bus; on Kafka against kafkajs alone', measure: measureRelay, buses: both },
} as const satisfies Readonly<Record<string, Suite>>;

export type SystemSuiteName = keyof typeof systemSuites;

/** Named, it runs; a run of everything leaves it out. */
const namedOnly = {
  growth: 'each list, report and check at a million charges against a thousand; fifteen minutes',
  reads: 'of growth, the overview and the lists of charges alone; three minutes',
};

export type SuiteName = SystemSuiteName | keyof typeof namedOnly;

export const suiteNames = [...Object.keys(systemSuites), ...Object.keys(namedOnly)] as readonly SuiteName[];

const lines = [
  ...Object.entries(systemSuites).map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`),
  ...Object.entries(namedOnly).map(([name, about]) => `  ${name.padEnd(12)} ${about} (only when named)`),
];

export const usage = `Usage: npm run bench -- [suites] [options]

${lines.join('\n')}

  --bus B         postgres, kafka or both (the default)
  --compare FILE  print a result of before beside this one, and the quotients
  --show FILE     print a kept result instead of measuring
  --markdown      print the tables as docs/performance.md has them, and progress to stderr
  --charges N     how many charges growth and reads compare with a thousand (a million by default)
  --port-base N   where the system listens (a free place by default)
  --help          this text

Results are kept in .local/bench, the last one as latest.json.`;
