import { performance } from 'node:perf_hooks';

interface Step {
  readonly name: string;
  readonly seconds: number;
  readonly said: string;
}

/** The parts of the run, told as they end and again at the close. */
export class Steps {
  private readonly ended: Step[] = [];
  private readonly startedAt = performance.now();
  private failure: string | undefined;

  get hasFailed(): boolean {
    return this.failure !== undefined;
  }

  /** `work` answers a text where there is more to say than that it went well. */
  async take(name: string, work: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now();
    process.stdout.write(`${name} …\n`);
    const said = await work();
    this.ended.push({ name, seconds: secondsSince(startedAt), said: typeof said === 'string' ? said : '' });
  }

  fail(fault: unknown): void {
    this.failure = fault instanceof Error ? fault.message : String(fault);
  }

  summary(): string {
    const lines = this.ended.map(
      ({ name, seconds, said }) => `${seconds.toFixed(0).padStart(5)} s  ${name}${said && `: ${said}`}`,
    );
    const total = `${secondsSince(this.startedAt).toFixed(0).padStart(5)} s  in all`;
    const end = this.failure === undefined ? 'Everything holds.' : `FAILED: ${this.failure}`;
    return `\n${[...lines, total, '', end, ''].join('\n')}`;
  }
}

const secondsSince = (startedAt: number): number => (performance.now() - startedAt) / 1_000;
