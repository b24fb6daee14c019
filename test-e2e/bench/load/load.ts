/** What came of a load: of its window for rates and times, in all for what each piece of work cost. */
export interface Load {
  readonly ratePerSecond: number;
  /** Of what ended within the window. */
  readonly durationsMs: readonly number[];
  /** Before, in and behind the window. */
  readonly completed: number;
  readonly failed: number;
  /** Why the first one failed. */
  readonly firstFault: string | undefined;
}

/** Counts pieces of work as they end. */
export class Tally {
  readonly durationsMs: number[] = [];
  private completed = 0;
  private failed = 0;
  private firstFault: string | undefined;

  constructor(
    private readonly fromMs: number,
    private readonly untilMs: number,
  ) {}

  /** Does the work and never throws. Answers whether it succeeded. */
  async run(work: () => Promise<unknown>): Promise<boolean> {
    const startedAtMs = performance.now();
    try {
      await work();
    } catch (fault) {
      this.failed += 1;
      this.firstFault ??= fault instanceof Error ? fault.message : String(fault);
      return false;
    }
    const endedAtMs = performance.now();
    this.completed += 1;
    if (endedAtMs >= this.fromMs && endedAtMs < this.untilMs) this.durationsMs.push(endedAtMs - startedAtMs);
    return true;
  }

  get load(): Load {
    const { durationsMs, completed, failed, firstFault } = this;
    const ratePerSecond = durationsMs.length / ((this.untilMs - this.fromMs) / 1_000);
    return { ratePerSecond, durationsMs, completed, failed, firstFault };
  }
}
