import { loadOpenApi } from '@repasse/contracts';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { bodyOf, startStandIn } from '@repasse/chassis/testing/stand-in';

type ScheduledFunds = components['schemas']['ScheduledFunds'];

const noRuns: ScheduledFunds = { runningMinor: 0, expectedMinor: 0, nextRunAt: null, missingMinor: 0 };

/** The ledger's answer to a reservation: a status, and a problem's members. */
interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface LedgerStandIn {
  readonly url: string;
  /** The reservations that were asked for, oldest first. */
  readonly asked: readonly Readonly<Record<string, unknown>>[];
  /** For the next reservations, one each; afterwards everything is reserved again. */
  next(...answers: readonly Answer[]): void;
  /** What runs of scheduled payouts need from now on; null: it does not answer. */
  runsNeed(runs: ScheduledFunds | null): void;
  stop(): Promise<void>;
}

/** The ledger over real HTTP: it reserves every refund unless it is told otherwise. */
export const startLedger = async (): Promise<LedgerStandIn> => {
  const asked: Record<string, unknown>[] = [];
  const answers: Answer[] = [];
  let runs: ScheduledFunds | null = noRuns;
  const standIn = await startStandIn(async (request, response) => {
    // A start asks who is there.
    if (request.method === 'GET') {
      const { info } = loadOpenApi('split-settlement');
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ info }));
    }
    const body = JSON.parse(await bodyOf(request)) as Record<string, unknown>;
    if (request.url === '/internal/payout-funding') {
      const status = runs === null ? 503 : 200;
      return void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(runs ?? {}));
    }
    asked.push(body);
    const answer = answers.shift() ?? { status: 200, body: { refundId: body['refundId'] } };
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  return {
    ...{ url: standIn.url, asked, stop: standIn.stop },
    next: (...more) => void answers.push(...more),
    runsNeed: (given) => {
      runs = given;
    },
  };
};
