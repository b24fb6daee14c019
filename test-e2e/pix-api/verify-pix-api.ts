import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestPostgres } from '@repasse/chassis/testing/postgres';
import { startSandbox } from '../providers/sandbox';
import { asking } from './ask';
import { stepsAtDocument } from './at-document';
import { stepsAtSimulator } from './at-simulator';
import { mendDocument, publishedAt } from './document';
import { startMock, startProxy } from './prism';
import { startRelay } from './relay';
import { allCounts, questionsCount, runSteps, type Tally } from './report';

/** What has been started, to be stopped in the opposite order. */
type Ends = (() => unknown)[];

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Holds the PIX adapter and the simulated bank against the Banco Central's own OpenAPI: what one asks and the other
 * answers is judged by Prism. False when something is not as the document says.
 */
export const verifyPixApi = async (source: string = publishedAt): Promise<boolean> => {
  const ends: Ends = [];
  try {
    const folder = await mkdtemp(join(tmpdir(), 'repasse-pix-api-'));
    ends.push(() => rm(folder, { recursive: true, force: true }));
    const document = await mendDocument(source, folder);
    print([`API Pix ${document.version} from ${source}, with this mended:`, ...document.mended].join('\n  '));
    const tallies = [await verifyAdapter(document.file, ends), await verifySimulator(document.file, ends)];
    const [questions, faults] = [sum(tallies, 'questions'), sum(tallies, 'faults')];
    print(`\n${questions} questions, ${faults} faults`);
    return faults === 0;
  } finally {
    for (const end of ends.reverse()) await end();
  }
};

const verifyAdapter = async (document: string, ends: Ends): Promise<Tally> => {
  print('\nWhat the adapter asks, against the document');
  const prism = await startMock(document);
  ends.push(() => prism.stop());
  const relay = await startRelay(prism.url);
  ends.push(() => relay.stop());
  const clock = { now: () => new Date() };
  return runSteps(
    stepsAtDocument(relay, clock, (close) => ends.push(close)),
    relay,
    questionsCount,
    print,
  );
};

const verifySimulator = async (document: string, ends: Ends): Promise<Tally> => {
  print('\nWhat the simulator answers, against the document');
  const postgres = await startTestPostgres();
  ends.push(() => postgres.stop());
  process.env['TEST_POSTGRES_URL'] = postgres.url;
  const sandbox = await startSandbox();
  ends.push(() => sandbox.stop());
  const prism = await startProxy(document, `${sandbox.url}/pix/v2`);
  ends.push(() => prism.stop());
  const relay = await startRelay(prism.url, `${sandbox.url}/pix`);
  ends.push(() => relay.stop());
  const world = { relay, sandbox, ask: asking(relay, sandbox.clock), onClose: (close: () => void) => ends.push(close) };
  return runSteps(stepsAtSimulator(world), relay, allCounts, print);
};

const sum = (tallies: readonly Tally[], what: keyof Tally): number =>
  tallies.reduce((total, tally) => total + tally[what], 0);
