import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type ReceiverName = 'page' | 'ticket' | 'watchdog';

/** What Alertmanager sends: one group of alerts. */
export interface Notification {
  readonly receiver: string;
  readonly status: string;
  readonly groupLabels: Readonly<Record<string, string>>;
  readonly alerts: readonly {
    readonly status: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly annotations: Readonly<Record<string, string>>;
  }[];
}

/** Stands for the services that people are woken by: each address keeps what comes to it. */
export const openAlertReceiver = async () => {
  const kept: { readonly to: string; readonly notification: Notification }[] = [];
  const keep = async (request: IncomingMessage): Promise<void> => {
    const notification = JSON.parse(await text(request)) as Notification;
    kept.push({ to: (request.url ?? '').slice(1), notification });
  };
  const server = createServer((request, response) => {
    keep(request).then(
      () => response.end(),
      (fault: unknown) => response.writeHead(400).end(String(fault)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    urlOf: (name: ReceiverName): string => `http://127.0.0.1:${String(port)}/${name}`,
    /** The first notification of an alert that came to an address. */
    first: (name: ReceiverName, alert: string): Notification | undefined =>
      kept.find(({ to, notification }) => to === name && notification.groupLabels['alertname'] === alert)?.notification,
    /** The names of all alerts that came to an address. */
    alertsAt: (name: ReceiverName): readonly string[] => [
      ...new Set(
        kept.filter(({ to }) => to === name).map(({ notification }) => notification.groupLabels['alertname'] ?? ''),
      ),
    ],
    close: (): void => {
      server.close();
      server.closeAllConnections();
    },
  };
};

export type AlertReceiver = Awaited<ReturnType<typeof openAlertReceiver>>;
