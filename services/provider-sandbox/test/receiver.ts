import { type IncomingHttpHeaders } from 'node:http';
import { bodyOf, startStandIn, type StandIn } from '@repasse/chassis/testing/stand-in';

/** A merchant's callback receiver outside the sandbox, so that it stays when the sandbox is restarted. */
export class Receiver {
  readonly requests: { readonly path: string; readonly body: string; readonly headers: IncomingHttpHeaders }[] = [];
  private failures = 0;
  private standIn: StandIn | undefined;

  static async start(): Promise<Receiver> {
    const receiver = new Receiver();
    receiver.standIn = await startStandIn(async (request, response) => {
      receiver.requests.push({ path: request.url ?? '', body: await bodyOf(request), headers: request.headers });
      response.writeHead(receiver.failures-- > 0 ? 503 : 200).end();
    });
    return receiver;
  }

  get url(): string {
    return this.standIn?.url ?? '';
  }

  /** The ids of the payments it was told of, in order. */
  get payments(): string[] {
    return this.requests.flatMap(({ body }) =>
      (JSON.parse(body) as { pix: { endToEndId: string }[] }).pix.map(({ endToEndId }) => endToEndId),
    );
  }

  failNext(times: number): void {
    this.failures = times;
  }

  reset(): void {
    this.requests.length = 0;
    this.failures = 0;
  }

  async stop(): Promise<void> {
    await this.standIn?.stop();
  }
}
