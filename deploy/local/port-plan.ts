import { createServer } from 'node:net';

const offsets = {
  edge: 0,
  /** The edge's second address. */
  gateway: 1,
  charge: 2,
  'split-settlement': 3,
  'invoice-query': 4,
  'webhook-dispatcher': 5,
  identity: 6,
  postgres: 7,
  kafka: 8,
  registry: 9,
  'provider-sandbox': 10,
  'payment-gateway': 11,
  /** The edge's /metrics, which it serves beside its public port. */
  'edge-metrics': 12,
  /** The broker's, by its agent. */
  'kafka-metrics': 13,
  console: 14,
  'console-metrics': 15,
  /** The sandbox's SMTP server. */
  'sandbox-mail': 16,
} as const;

export type PortName = keyof typeof offsets;
export type PortPlan = Readonly<Record<PortName, number>>;

/** With the base 8080 the gateway's address is :8081 and the sandbox :8090, as the documentation says. */
export const portPlan = (portBase: number): PortPlan =>
  Object.fromEntries(Object.entries(offsets).map(([name, offset]) => [name, portBase + offset])) as PortPlan;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/** The ports of the plan that another program holds, each as a line that says what to do. */
export const takenPorts = async (plan: PortPlan, names: readonly PortName[]): Promise<readonly string[]> => {
  const checks = await Promise.all(
    names.map(async (name) => ({ name, port: plan[name], free: await isFree(plan[name]) })),
  );
  return checks
    .filter(({ free }) => !free)
    .map(
      ({ name, port }) => `Port ${String(port)} (${name}) is in use; stop what uses it, or start with --port-base N.`,
    );
};
