import { openDatabase } from '@repasse/chassis/postgres/database';
import { startEmbeddedPostgres } from '@repasse/chassis/testing/embedded-postgres';
import { startTestIssuer, type TestIssuer } from '@repasse/chassis/testing/http-test';
import { type Percentiles } from '../load/quantiles';
import { startLoneService, type LoneService } from '../system/lone-service';
import { charges } from './charges';
import { deliveries } from './deliveries';
import { measureInTurns } from './in-turns';
import { invoices } from './invoices';
import { ledger } from './ledger';
import { overview } from './overview';
import { busyMerchant } from './many-charges';
import { type Case, type Room } from './room';

const few = 1_000;

/** p99 with many may be so many times that with few. */
const ratioMax = 1.5;

/** The hundredth part of them is three requests, so that one slow moment of the machine is not the result. */
const rounds = 300;
const warmUpRounds = 30;
/** Of what takes longer with more charges by its nature. */
const exceptionRounds = 20;

/** Making the indexes of millions of rows on a busy machine. */
const loadTimeoutMs = 900_000;

type Print = (line: string) => void;

interface Side {
  readonly charges: number;
  readonly service: LoneService;
}

/** The rooms of each suite: all of them, or what people look at first. */
export const roomsOf = {
  growth: [overview, charges, invoices, ledger, deliveries],
  reads: [overview, charges],
} as const;

/** The same questions to each service with few charges and with many. Returns whether each was answered in time. */
export const compareGrowth = async (rooms: readonly Room[], many: number, print: Print): Promise<boolean> => {
  const postgres = await startEmbeddedPostgres(['-c', 'max_wal_size=4GB']);
  const issuer = await startTestIssuer();
  let areAllInTime = true;
  try {
    print(
      `${few} charges and ${many}, ${rounds} requests each in turns, times in ms; p99 may be ${ratioMax} times as long`,
    );
    print(`${''.padEnd(34)}  p50 few  p99 few p50 many p99 many   p50 x   p99 x`);
    for (const room of rooms) {
      if (!(await compareRoom(room, { server: postgres.url, issuer, many, print }))) areAllInTime = false;
    }
  } finally {
    await Promise.all([issuer.stop(), postgres.stop()]);
  }
  return areAllInTime;
};

interface Place {
  readonly server: string;
  readonly issuer: TestIssuer;
  readonly many: number;
  readonly print: Print;
}

const compareRoom = async (room: Room, { server, issuer, many, print }: Place): Promise<boolean> => {
  const sides: Side[] = [];
  const late: string[] = [];
  try {
    for (const charges of [few, many]) sides.push(await startSide(room, server, issuer, charges));
    const [small, large] = sides as [Side, Side];
    for (const each of room.cases) {
      const { profile = 'CUSTOMER' } = each;
      const token = await issuer.token({ userId: busyMerchant, profile, scopes: room.scopes });
      const measured = await measure(each, token, small, large);
      const isLate = each.exception === undefined && measured[1].p99Ms > ratioMax * measured[0].p99Ms;
      if (isLate) late.push(each.name);
      print(`${row(each.name, measured)}${noteOf(each, isLate)}`);
    }
  } finally {
    await Promise.all(sides.map(({ service }) => service.stop()));
  }
  return late.length === 0;
};

const noteOf = ({ exception }: Case, isLate: boolean): string =>
  exception === undefined ? (isLate ? '  too long' : '') : `  (${exception})`;

const measure = async ({ path, exception }: Case, token: string, small: Side, large: Side) => {
  const asking =
    ({ charges, service }: Side) =>
    (round: number) =>
      get(service, path(charges, round), token);
  const [warmUp, count] = exception === undefined ? [warmUpRounds, rounds] : [3, exceptionRounds];
  await measureInTurns(warmUp, asking(small), asking(large));
  return measureInTurns(count, asking(small), asking(large));
};

const row = (name: string, [small, large]: readonly [Percentiles, Percentiles]): string => {
  const ms = (duration: number) => duration.toFixed(2).padStart(7);
  const ratio = (of: (side: Percentiles) => number) => (of(large) / of(small)).toFixed(2).padStart(6);
  const columns = [small.p50Ms, small.p99Ms, large.p50Ms, large.p99Ms].map(ms);
  return [name.padEnd(34), ...columns, ratio(({ p50Ms }) => p50Ms), ratio(({ p99Ms }) => p99Ms)].join('  ');
};

/** The service makes its tables and stops while they are filled, so that nothing it has seen of them empty is left. */
const startSide = async (room: Room, server: string, issuer: TestIssuer, charges: number): Promise<Side> => {
  const target = new URL(server);
  target.pathname = `/${room.service.replaceAll('-', '_')}_${charges}`;
  const env = { JWKS_URL: issuer.jwksUrl, TOKEN_ISSUER: issuer.issuer, ...room.env };
  const start = () =>
    startLoneService(room.service, {
      postgresUrl: target.href,
      busUrl: `${target.href}_bus`,
      env,
      health: room.health,
    });
  await (await start()).stop();
  const db = openDatabase({ url: target.href, name: 'bench', statementTimeoutMs: loadTimeoutMs });
  try {
    await room.load(db, charges);
    const service = await start();
    await room.settled?.(db);
    return { charges, service };
  } finally {
    await db.close();
  }
};

/** Throws unless the answer is 200. */
const get = async ({ url }: LoneService, path: string, token: string): Promise<void> => {
  const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  const body = await answer.text();
  if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${body.slice(0, 500)}`);
};
