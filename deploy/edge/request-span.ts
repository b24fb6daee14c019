import { type IncomingMessage } from 'node:http';
import { openTrace } from '@repasse/chassis/telemetry/trace';

const serverSpan = { kind: 'server', name: 'request' } as const;

/** The trace of a request that goes on to a service. */
export interface RequestSpan {
  /** Goes on in place of the client's own. */
  readonly traceparent: string;
  /** `status` is 0 where the client left before it had an answer. */
  readonly end: (status: number) => void;
}

export interface RequestOf {
  readonly request: IncomingMessage;
  readonly route: string;
  readonly upstream: string;
}

/** Undefined while traces are off: the client's traceparent goes on then as it came. */
export const openRequestSpan = ({ request, route, upstream }: RequestOf): RequestSpan | undefined => {
  const { method = 'GET', headers } = request;
  const traceparent = typeof headers['traceparent'] === 'string' ? headers['traceparent'] : undefined;
  const trace = openTrace({ traceparent, span: serverSpan });
  if (trace === undefined) return undefined;
  const { span } = trace;
  // Methods that Node's parser knows: a small set, which needs no list of ours.
  span?.rename(`${method} ${route}`);
  span?.set({ 'http.request.method': method, 'http.route': route, 'service.peer.name': upstream });
  return {
    traceparent: trace.traceparent,
    end: (status) => {
      span?.set({ 'http.response.status_code': status === 0 ? undefined : status });
      if (status >= 500) span?.fail(String(status));
      if (status === 0) span?.fail('client_left');
      span?.end();
    },
  };
};
