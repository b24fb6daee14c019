import { keptTablesOf } from '@repasse/contracts';
import { type BenchResult, type BusResult } from '../report/result';
import { valueIn, type Row } from '../report/table';
import { services, type Figures, type Service } from './figures';

/** The figures of a run of `npm run bench`; throws, naming the suite, where one was not measured. */
export const figuresOf = (result: BenchResult): Figures => {
  const [kafka, postgres] = [busOf(result, 'kafka'), busOf(result, 'postgres')];
  const cpu = (row: string): number => valueIn(kafka.tables, 'journey-cpu', row, '32 in flight') ?? 0;
  const bytes = bytesByEnd(postgres);
  return {
    measuredOn: result.startedAt.slice(0, 10),
    machine: `${result.machine.cpus} × ${result.machine.cpuModel}, Node ${result.machine.node}`,
    basis: 'One run of the bench, on both buses.',
    cores: result.machine.cpus,
    nodeMs: { edge: rounded(cpu('edge')), ...byService(cpu) },
    postgresMs: byService((service) => cpu(`postgresql: ${service.replaceAll('-', '_')}`)),
    postgresSharedMs: rounded(cpu('postgresql')),
    kafkaMs: rounded(cpu('kafka')),
    outsideMs: rounded(cpu('load generator') + cpu('provider-sandbox')),
    journeysPerSecond: Math.round(measured(kafka, 'journeys', '32 in flight', 'per second')),
    walBytes: Math.round(measured(postgres, 'published', 'bytes of log', 'a journey')),
    ...bytes,
    events: byService((service) => valueIn(postgres.tables, 'published', `events of ${service}`, 'a journey') ?? 0),
    busBytes: valueIn(postgres.tables, 'sizes', 'bus.bus_messages', 'bytes') ?? 0,
    serial: {
      bookingsPerSecond: Math.round(measured(postgres, 'bookings', 'split-settlement alone', 'per second')),
      relayedEventsPerSecond: Math.round(measured(kafka, 'relay', 'relay', 'per second')),
    },
  };
};

const busOf = (result: BenchResult, bus: BusResult['bus']): BusResult => {
  const found = result.buses.find((one) => one.bus === bus);
  if (found === undefined) throw new Error(`The bench did not measure on ${bus}.`);
  return found;
};

const measured = ({ bus, tables }: BusResult, id: string, row: string, column: string): number => {
  const value = valueIn(tables, id, row, column);
  if (value === undefined) throw new Error(`The bench did not measure '${row}' of '${id}' on ${bus}.`);
  return value;
};

const byService = (of: (service: Service) => number): Record<Service, number> =>
  Object.fromEntries(services.map((service) => [service, rounded(of(service))])) as Record<Service, number>;

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

/** By the ends of retention.yaml: rows that go by age or with their work, and rows that stay. */
const bytesByEnd = ({ tables }: BusResult): Pick<Figures, 'staysBytes' | 'endsByAgeBytes'> => {
  const rows = tables.find(({ id }) => id === 'sizes')?.rows.filter(({ name }) => name.includes('.')) ?? [];
  const sum = (some: readonly Row[]): number => some.reduce((bytes, { values }) => bytes + (values[0] ?? 0), 0);
  return {
    staysBytes: sum(rows.filter(({ name }) => !isEnded(name))),
    endsByAgeBytes: sum(rows.filter(({ name }) => isEnded(name))),
  };
};

const isEnded = (name: string): boolean => {
  const [database = '', table = ''] = name.split('.');
  const kept = keptTablesOf(database.replaceAll('_', '-')).find((one) => one.table === table);
  return kept !== undefined && (kept.ends === 'work' || 'keptDays' in kept);
};
