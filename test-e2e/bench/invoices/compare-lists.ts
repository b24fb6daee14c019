import { openDatabase } from '@repasse/chassis/postgres/database';
import { startEmbeddedPostgres } from '@repasse/chassis/testing/embedded-postgres';
import { startTestIssuer, type TestIssuer } from '@repasse/chassis/testing/http-test';
import { type Percentiles } from '../load/quantiles';
import { measureInTurns } from './in-turns';
import { busyMerchant, loadInvoices } from './many-invoices';
import { startInvoiceQuery, type RunningInvoiceQuery } from './running-invoice-query';

const [few, many] = [1_000, 1_000_000];

/** The hundredth part of them is five requests, so that one slow moment of the machine is not the result. */
const rounds = 500;
const warmUpRounds = 50;

/** Making thirteen indexes of a million rows on a busy machine. */
const loadTimeoutMs = 900_000;

type Print = (line: string) => void;

export interface Side {
  readonly invoices: number;
  readonly service: RunningInvoiceQuery;
}

/** What is asked for. A side with fewer invoices is asked for its last page where the other has a deeper one. */
interface Case {
  readonly name: string;
  readonly path: (invoices: number, round: number) => string;
}

const list = '/invoices/payment-gateway';
const perPage = 10;
const deepPage = 1_000;

const lastPageOf = (invoices: number): number => Math.min(deepPage, invoices / 2 / perPage);

/** Another of the busy merchant's invoices each time. */
const numberOf = (invoices: number, round: number): number => 2 * (1 + ((round * 7919) % (invoices / 2 - 1)));

const cases: readonly Case[] = [
  { name: 'page 1', path: () => list },
  { name: 'a page by amount', path: () => `${list}?orderBy=amount.ASC` },
  { name: 'a page of a status', path: () => `${list}?status=EXPIRED` },
  { name: 'a page of withdrawals', path: () => `${list}?type=WITHDRAWAL&gateway=NOWPAYMENTS` },
  { name: 'a page of a period', path: () => `${list}?start_date=2026-03-01&end_date=2026-03-31` },
  { name: 'a search', path: (invoices, round) => `${list}?query=order-${numberOf(invoices, round)}` },
  { name: 'a search of a common word', path: () => `${list}?query=order` },
  { name: `page ${deepPage}, or the last`, path: (invoices) => `${list}?page=${lastPageOf(invoices)}` },
  { name: 'one invoice', path: (invoices, round) => `${list}/${50_000 + numberOf(invoices, round)}` },
];

const measure = async ({ path }: Case, token: string, small: Side, large: Side) => {
  const asking =
    ({ invoices, service }: Side) =>
    (round: number) =>
      service.get(path(invoices, round), token);
  await measureInTurns(warmUpRounds, asking(small), asking(large));
  return measureInTurns(rounds, asking(small), asking(large));
};

const row = (name: string, [small, large]: readonly [Percentiles, Percentiles]): string => {
  const ms = (duration: number) => duration.toFixed(2).padStart(7);
  const ratio = (of: (side: Percentiles) => number) => (of(large) / of(small)).toFixed(2).padStart(6);
  const columns = [small.p50Ms, small.p99Ms, large.p50Ms, large.p99Ms].map(ms);
  return [name.padEnd(28), ...columns, ratio(({ p50Ms }) => p50Ms), ratio(({ p99Ms }) => p99Ms)].join('  ');
};

const startSide = async (server: string, issuer: TestIssuer, invoices: number): Promise<Side> => {
  const target = new URL(server);
  target.pathname = `/invoices_${invoices}`;
  const service = await startInvoiceQuery(target.href, issuer);
  const db = openDatabase({ url: target.href, name: 'bench', statementTimeoutMs: loadTimeoutMs });
  await loadInvoices(db, invoices);
  await db.close();
  return { invoices, service };
};

/** A table of all cases, a line each as it is known. */
export const compare = async (small: Side, large: Side, token: string, print: Print): Promise<void> => {
  print(`GET ${list}: ${small.invoices} invoices and ${large.invoices}, ${rounds} requests each in turns, times in ms`);
  print(`${''.padEnd(28)}  p50 few  p99 few p50 many p99 many   p50 x   p99 x`);
  for (const each of cases) print(row(each.name, await measure(each, token, small, large)));
};

/** How much longer a merchant with half of a million invoices waits than one with half of a thousand. */
export const compareInvoiceLists = async (print: Print): Promise<void> => {
  const postgres = await startEmbeddedPostgres([]);
  const issuer = await startTestIssuer();
  const sides: Side[] = [];
  try {
    for (const invoices of [few, many]) sides.push(await startSide(postgres.url, issuer, invoices));
    const [small, large] = sides as [Side, Side];
    const token = await issuer.token({ userId: busyMerchant, scopes: ['invoices:read'] });
    await compare(small, large, token, print);
  } finally {
    await Promise.all(sides.map(({ service }) => service.stop()));
    await Promise.all([issuer.stop(), postgres.stop()]);
  }
};
