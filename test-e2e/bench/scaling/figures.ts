import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The processes that a journey passes through. A journey is a PIX charge that is created, paid, booked and told of by one webhook. */
export const services = [
  'charge',
  'payment-gateway',
  'split-settlement',
  'invoice-query',
  'webhook-dispatcher',
  'identity',
] as const;

export type Service = (typeof services)[number];

/** What one journey takes, as it was measured on one machine. Milliseconds are those of one of its cores. */
export interface Figures {
  readonly measuredOn: string;
  readonly machine: string;
  /** Which of them are one run's, and which were divided or estimated. */
  readonly basis: string;
  readonly nodeMs: Readonly<Record<Service | 'edge', number>>;
  /** Of PostgreSQL, by the service whose database it is. */
  readonly postgresMs: Readonly<Record<Service, number>>;
  /** Of PostgreSQL's own processes: the log's writer, checkpoints, autovacuum. */
  readonly postgresSharedMs: number;
  readonly kafkaMs: number;
  /** Of what stands for the world outside on the same machine: load generator and simulated providers. */
  readonly outsideMs: number;
  readonly cores: number;
  /** What the machine reached with all of it on its cores; the model is held against it. */
  readonly journeysPerSecond: number;
  /** PostgreSQL's write-ahead log, of all databases. */
  readonly walBytes: number;
  readonly staysBytes: number;
  readonly endsByAgeBytes: number;
  /** How many public events each service publishes. */
  readonly events: Readonly<Record<Service, number>>;
  /** On Kafka, with keys, headers and one copy. */
  readonly busBytes: number;
  /** What works one after the other, by what one of it does in a second. */
  readonly serial: {
    /** Bookings take the ledger's lock. */
    readonly bookingsPerSecond: number;
    /** One process at a time relays the outbox of a database. */
    readonly relayedEventsPerSecond: number;
  };
}

export const readFigures = (file = join(__dirname, 'measured.json')): Figures =>
  JSON.parse(readFileSync(file, 'utf8')) as Figures;
