import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type MerchantApi } from '../support/api';

export interface MadeCharge {
  readonly key: string;
  readonly chargeId: string;
  readonly attemptId: string;
  readonly emv: string;
  isPaid: boolean;
}

/** How long a merchant's back end waits before it repeats a request; a service that was killed is back within seconds. */
const repeatAfterMs = 200;
const betweenChargesMs = 50;
const callers = 3;

/**
 * Merchants who make charges and payers who pay them, until it is stopped. Each request is repeated until it is answered
 * well, a charge under one Idempotency-Key: so every answer that is kept here is a promise of the platform.
 */
export class SteadyLoad {
  readonly made: MadeCharge[] = [];
  private readonly stopping = new AbortController();
  private readonly running: Promise<unknown>;

  constructor(
    private readonly merchant: MerchantApi,
    private readonly inbox: string,
  ) {
    this.running = Promise.all(Array.from({ length: callers }, () => this.go()));
  }

  /** Waits until so many more charges were paid. */
  async untilPaid(more: number): Promise<void> {
    const target = this.paid.length + more;
    while (this.paid.length < target) await Promise.race([pause(repeatAfterMs), this.running]);
  }

  get paid(): readonly MadeCharge[] {
    return this.made.filter(({ isPaid }) => isPaid);
  }

  /** Finishes what it has begun. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async go(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const charge = await this.makeCharge();
      this.made.push(charge);
      await this.pay(charge);
      charge.isPaid = true;
      await pause(betweenChargesMs);
    }
  }

  private async makeCharge(): Promise<MadeCharge> {
    const key = randomUUID();
    const body = { externalReference: key, webhookUrl: this.merchant.inboxUrl(this.inbox) };
    const { chargeId, id, checkoutMeta } = await repeated(async () => {
      const answer = await this.merchant.createPixCharge(body, { 'idempotency-key': key });
      return answer.status === 200 ? answer.body : `answered ${answer.status}: ${answer.text}`;
    });
    return { key, chargeId, attemptId: id, emv: checkoutMeta.emv, isPaid: false };
  }

  /** The bank refuses a second payment of one QR code: after an answer that was lost, the refusal says that it was paid. */
  private async pay({ emv }: MadeCharge): Promise<void> {
    let tries = 0;
    await repeated(async () => {
      tries += 1;
      const { status } = await this.merchant.pay(emv);
      return status === 200 || (tries > 1 && status < 500) || `answered ${status}`;
    });
  }
}

/** Longer than any service is away. */
const repeatTimeoutMs = 90_000;

/** Calls until the outcome is more than a text, which says why it is not yet. */
const repeated = async <T>(call: () => Promise<T | string>): Promise<Exclude<T, string>> => {
  const deadlineMs = performance.now() + repeatTimeoutMs;
  for (;;) {
    const outcome = await call().catch(String);
    if (typeof outcome !== 'string') return outcome as Exclude<T, string>;
    if (performance.now() > deadlineMs) throw new Error(`Not within ${repeatTimeoutMs} ms: ${outcome}`);
    await pause(repeatAfterMs);
  }
};
