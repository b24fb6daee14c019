import { startStandIn } from '@repasse/chassis/testing/stand-in';

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
  const { url: ownUrl, stop } = await startStandIn(({ url = '' }, response) => {
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
  return { url: ownUrl, rates: published, asked, stop };
};
