import { loadOpenApi } from '@repasse/contracts';
import { bodyOf, startStandIn } from '@repasse/chassis/testing/stand-in';

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
  stop(): Promise<void>;
}

/** The ledger over real HTTP: it reserves every refund unless it is told otherwise. */
export const startLedger = async (): Promise<LedgerStandIn> => {
  const asked: Record<string, unknown>[] = [];
  const answers: Answer[] = [];
  const standIn = await startStandIn(async (request, response) => {
    // A start asks who is there.
    if (request.method === 'GET') {
      const { info } = loadOpenApi('split-settlement');
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ info }));
    }
    const body = JSON.parse(await bodyOf(request)) as Record<string, unknown>;
    asked.push(body);
    const answer = answers.shift() ?? { status: 200, body: { refundId: body['refundId'] } };
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  return { url: standIn.url, asked, next: (...more) => void answers.push(...more), stop: standIn.stop };
};
