import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sourceDir } from './cache';

/** Further listeners of a broker, and how they let clients in. */
export interface SecuredListeners {
  readonly listeners: readonly {
    readonly name: string;
    readonly protocol: 'SSL' | 'SASL_SSL' | 'SASL_PLAINTEXT';
    readonly port: number;
  }[];
  /** Lines of server.properties for the listeners: certificates, mechanisms. */
  readonly properties: Readonly<Record<string, string>>;
  /** SCRAM passwords by user: they are no settings, but stand in the cluster's metadata from its first start. */
  readonly scramUsers?: Readonly<Record<string, string>>;
  /** Of the Java process. */
  readonly systemProperties?: Readonly<Record<string, string>>;
}

/** The place of a process in its cluster. */
export interface ClusterNode {
  readonly id: number;
  readonly roles: readonly ('broker' | 'controller')[];
  readonly controllers: readonly { readonly id: number; readonly port: number }[];
  /** Of each new topic and of the broker's own. */
  readonly copies: number;
  /** A message counts as written when so many copies have it; with fewer in sync nothing is taken. */
  readonly inSyncMin: number;
}

/** Broker and controller at once, with one copy of everything. */
export const singleNode = (controllerPort: number): ClusterNode => ({
  id: 1,
  roles: ['broker', 'controller'],
  controllers: [{ id: 1, port: controllerPort }],
  copies: 1,
  inSyncMin: 1,
});

interface Written {
  readonly node: ClusterNode;
  /** Of the plain listener. */
  readonly port: number;
  readonly dataDir: string;
  readonly secured?: SecuredListeners | undefined;
}

/** Fills the template in. */
export const writeProperties = async (file: string, written: Written): Promise<void> => {
  const template = await readFile(join(sourceDir, 'server.properties.tmpl'), 'utf8');
  const values = valuesOf(written);
  await writeFile(
    file,
    template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name])),
  );
};

const valuesOf = ({ node, port, dataDir, secured }: Written): Readonly<Record<string, string | number>> => ({
  ROLES: node.roles.join(','),
  NODE_ID: node.id,
  VOTERS: node.controllers.map(({ id, port: at }) => `${id}@127.0.0.1:${at}`).join(','),
  ...listenersOf(node, port, secured),
  MORE_PROTOCOLS: (secured?.listeners ?? []).map(({ name, protocol }) => `,${name}:${protocol}`).join(''),
  COPIES: node.copies,
  IN_SYNC_MIN: node.inSyncMin,
  DATA_DIR: dataDir,
  MORE_PROPERTIES: Object.entries(secured?.properties ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join('\n'),
});

const listenersOf = ({ id, roles, controllers }: ClusterNode, port: number, secured?: SecuredListeners) => {
  const own = controllers.filter((controller) => controller.id === id);
  const control = own.map((controller) => `CONTROLLER://127.0.0.1:${controller.port}`);
  if (!roles.includes('broker')) return { LISTENERS: control.join(','), ADVERTISED_LISTENERS: control.join(',') };
  const clients = [{ name: 'PLAINTEXT', port }, ...(secured?.listeners ?? [])];
  const addresses = clients.map((listener) => `${listener.name}://127.0.0.1:${listener.port}`);
  return { LISTENERS: [...addresses, ...control].join(','), ADVERTISED_LISTENERS: addresses.join(',') };
};
