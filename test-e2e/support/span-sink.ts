import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
}

type Attributes = readonly { readonly key: string; readonly value: Value }[];

/** A span as OTLP writes it in JSON. */
interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Attributes;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

export type SunkSpan = Omit<WireSpan, 'attributes'> & {
  readonly service: string;
  readonly attributes: Readonly<Record<string, string>>;
};

/** Stands for an OpenTelemetry collector: takes spans by OTLP over HTTP, and keeps them and the bytes they came in. */
export const openSpanSink = async () => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const isExport = request.method === 'POST' && request.url === '/v1/traces';
    const keep = async (): Promise<void> => {
      bodies.push(await textOf(request));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    };
    if (isExport) keep().catch(() => response.destroy());
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans: (): readonly SunkSpan[] => bodies.flatMap((body) => spansOf(JSON.parse(body) as ExportRequest)),
    text: (): string => bodies.join('\n'),
    close: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
};

const spansOf = ({ resourceSpans }: ExportRequest): readonly SunkSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = recordOf(resource.attributes)['service.name'] ?? '';
    return scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({ ...span, service, attributes: recordOf(span.attributes) })),
    );
  });

const recordOf = (attributes: Attributes): Readonly<Record<string, string>> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, String(value.stringValue ?? value.intValue)]));
