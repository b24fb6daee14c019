import { type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { bodyOf, startStandIn, type StandIn } from '@repasse/chassis/testing/stand-in';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A merchant's webhook endpoint: keeps what came and answers as the test says. */
export class Receiver {
  readonly received: Received[] = [];
  private standIn: StandIn | undefined;
  private constructor(private respond: RequestListener) {}

  static async start(respond: RequestListener = (_, response) => response.writeHead(204).end()): Promise<Receiver> {
    const receiver = new Receiver(respond);
    receiver.standIn = await startStandIn(async (request, response) => {
      receiver.received.push({ headers: request.headers, body: await bodyOf(request) });
      receiver.respond(request, response);
    });
    return receiver;
  }

  get url(): string {
    return `${this.standIn?.url ?? ''}/hook`;
  }

  answers(respond: RequestListener): void {
    this.respond = respond;
  }

  async stop(): Promise<void> {
    await this.standIn?.stop();
  }
}
