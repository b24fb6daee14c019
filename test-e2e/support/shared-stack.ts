import { randomBytes } from 'node:crypto';
import { makeMerchant } from '../../deploy/local/seed';
import { type StackFile } from '../../deploy/local/stack-file';
import { sandboxWorld } from './sandbox-world';

/** One for each bus, and one whose clock suites move, always forward. */
export type SharedStackName = 'postgres' | 'kafka' | 'moving-clock';

/** What stack-keeper.ts answers. */
export interface SharedStackState {
  readonly file: StackFile;
  readonly dataFolder: string;
  readonly deaths: readonly string[];
}

/**
 * A stack that other suites use too, one after another. The merchant and the recipients are this suite's own, so that
 * balances, lists and webhooks are as exact as on an empty system. Nothing of it can be killed, stopped or restarted.
 */
export class SharedStack {
  private joined: { readonly file: StackFile; readonly dataFolder: string } | undefined;

  constructor(private readonly name: SharedStackName) {}

  get file(): StackFile {
    return this.ours.file;
  }

  get dataFolder(): string {
    return this.ours.dataFolder;
  }

  private get ours() {
    if (this.joined === undefined) throw new Error('The suite has not joined the stack.');
    return this.joined;
  }

  async join(): Promise<void> {
    const { file, dataFolder } = await this.ask('POST');
    const suite = randomBytes(4).toString('hex');
    const emails = ['ana', 'bruno'].map((name) => `${name}-${suite}@repasse.example`);
    const users = await makeMerchant(file, { merchant: `loja-${suite}@repasse.example`, recipients: emails });
    this.joined = { file: { ...file, ...users }, dataFolder };
  }

  /** Puts back what suites change for everybody. A stack that saw a death is not lent again, so this fails one suite only. */
  async leave(): Promise<void> {
    if (this.joined === undefined) return;
    expect(await this.deaths()).toEqual([]);
    await sandboxWorld(this.file).behave();
    await this.ask('DELETE');
  }

  /** Deaths of services since the suite joined. */
  async deaths(): Promise<readonly string[]> {
    return (await this.ask('GET')).deaths;
  }

  private async ask(method: 'POST' | 'GET' | 'DELETE'): Promise<SharedStackState> {
    // A worker runs its suites one after another, so the chaos of one meets no other on the worker's own stack.
    const path = `${this.name}/${process.env['JEST_WORKER_ID'] ?? '1'}`;
    const answer = await fetch(`${process.env['E2E_STACKS_URL'] ?? ''}/${path}`, { method });
    if (!answer.ok) throw new Error(`The shared stack ${path} does not run: ${await answer.text()}`);
    return (await answer.json()) as SharedStackState;
  }
}
