import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../support/browser';
import { RunningStack } from '../support/running-stack';
import { makeMonth } from './make-month';
import { measureFirstPaint } from './measure-first-paint';
import { help, readOptions } from './options';
import { letPeopleIn } from './people';
import { takePictures } from './take-pictures';

export const main = async (args: readonly string[]): Promise<number> => {
  const options = readOptions(args, () => mkdtempSync(join(tmpdir(), 'repasse-month-')));
  if (options === undefined) {
    process.stdout.write(help);
    return 0;
  }
  const tell = (line: string) => void process.stdout.write(`${line}\n`);
  const stack = new RunningStack('postgres');
  try {
    await stack.start();
    const month = await makeMonth(stack.file, options.days, tell);
    const browser = await launchBrowser();
    try {
      const people = await letPeopleIn(browser, stack.file, month.nowMs);
      tell(await measureFirstPaint(browser, stack.file.consoleUrl, people.owner));
      const count = await takePictures(browser, { ...options, file: stack.file, people, month });
      tell(`${String(count)} pictures are in ${options.folder}.`);
    } finally {
      await browser.close();
    }
    if (options.isKept) await untilInterrupted(stack, tell);
    return 0;
  } finally {
    await stack.dispose();
  }
};

const untilInterrupted = async (stack: RunningStack, tell: (line: string) => void): Promise<void> => {
  const { consoleUrl, person } = stack.file;
  tell(`${consoleUrl} is open for ${person.email}, password ${person.password}. Ctrl-C ends it.`);
  await new Promise<void>((resolve) => process.once('SIGINT', () => resolve()));
};
