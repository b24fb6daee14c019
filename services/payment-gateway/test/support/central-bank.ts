import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface CentralBank {
  readonly url: string;
  /** Buying rates by currency, as the file spells them; without any there are no files. */
  readonly rates: Map<string, string>;
  /** The days whose files were asked for, oldest question first. */
  readonly asked: readonly string[];
  stop(): Promise<void>;
}

/** Publishes a closing file for every day it is asked about, or none. */
export const startCentralBank = async (rates: Record<string, string>): Promise<CentralBank> => {
  const published = new Map(Object.entries(rates));
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const [, year = '', month = '', day = ''] = /^\/Download\/fechamento\/(\d{4})(\d\d)(\d\d)\.csv$/.exec(url) ?? [];
    asked.push(`${year}-${month}-${day}`);
    if (published.size === 0) {
      response.writeHead(404).end();
      return;
    }
    const lines = [...published].map(
      ([symbol, rate]) => `${day}/${month}/${year};001;A;${symbol};${rate};${rate};1,00000000;1,00000000\r\n`,
    );
    response.writeHead(200, { 'content-type': 'text/csv' }).end(lines.join(''));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rates: published,
    asked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
