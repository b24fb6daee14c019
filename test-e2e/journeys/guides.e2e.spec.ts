import { guideTimeoutMs, shellBlocks, typeIntoShell } from '../support/guide';
import { describeOnMovingClock, describeOnShared } from '../support/on-each-bus';

/** Each guide goes on from the quick start. */
const quickStart = shellBlocks('docs/guides/quick-start.md');

/** A command that is refused ends the shell, and the test with what it printed. */
const typed = (guide: string, dataFolder: string): Promise<string> =>
  typeIntoShell([...quickStart, ...shellBlocks(`docs/guides/${guide}.md`)], dataFolder);

/** Longer than the limit of the shell, which says more. */
const testTimeoutMs = guideTimeoutMs + 30_000;

describeOnShared('postgres', 'the guides, typed as written', (stack) => {
  it(
    'give a part of a paid charge back, and then all of it',
    async () => {
      const output = await typed('refunds', stack.dataFolder);

      expect(output).toMatch(/"status": "PAID",\s+"statusReason": "PARTIALLY_REFUNDED"/);
      expect(output).toContain('"amount": "60.00"');
    },
    testTimeoutMs,
  );

  it(
    'find a payment by its payer and its receipt, and erase the payer',
    async () => {
      const output = await typed('find-a-payment', stack.dataFolder);

      // Four searches before the erasure find it, one by the receipt too, and none afterwards.
      expect(output.match(/^[01]$/gm)).toEqual(['1', '1', '1', '1', '1', '0']);
      expect(output).toMatch(/^E\d{20}\w{11}$/m);
      expect(output).toContain('529.982.247-25;29,90;29,90;');
      expect(output).toMatch(/"outcome": "ERASED"[^]*"outcome": "NOBODY_FOUND"/);
    },
    testTimeoutMs,
  );

  it(
    'show the problems that they explain',
    async () => {
      const output = await typed('errors', stack.dataFolder);

      expect(output).toContain('"code": "request.invalid"');
      expect(output).toMatch(/"currentStatus": "PAID",\s+"retryable": false,\s+"allowedActions": \[\s+"refund"\s+\]/);
      expect(output.match(/idempotency-replayed: true/gi)).toHaveLength(1);
    },
    testTimeoutMs,
  );

  it(
    'register an endpoint, read the feed and move the endpoint',
    async () => {
      const output = await typed('webhooks', stack.dataFolder);

      // Nobody listens at the address of the guide, and the API says so.
      expect(output).toContain('"isDelivered": false');
      expect(output).toContain('"url": "http://localhost:3001/new"');
      expect(output).toMatch(/"chargeUrlEventTypes": \[\s+"charge\.\*"\s+\]/);
    },
    testTimeoutMs,
  );

  it(
    'take money by the other operations, and read it as a charge',
    async () => {
      const output = await typed('operations', stack.dataFolder);

      expect(output).toContain('Aguardando pagamento');
      expect(output).toMatch(/"externalReference": "order-\d+-pix"/);
    },
    testTimeoutMs,
  );

  it(
    'show a dispute that is opened and lost',
    async () => {
      const output = await typed('disputes', stack.dataFolder);

      expect(output).toContain('"status": "OPEN"');
      expect(output).toContain('"code": "refund.payment_disputed"');
      expect(output.trim().split('\n').at(-1)).toBe('0.00');
    },
    testTimeoutMs,
  );

  it(
    'take many payers by one link, close it and open it again',
    async () => {
      const output = await typed('payment-links', stack.dataFolder);

      expect(output).toMatch(/\/checkout\/ch_\w+\?/);
      expect(output).toMatch(/"chargesCreated": 1,\s+"chargesPaid": 0/);
      expect(output).toMatch(/^INACTIVE\nOPEN$/m);
    },
    testTimeoutMs,
  );

  it(
    'are paid in coins',
    async () => {
      const output = await typed('crypto', stack.dataFolder);

      expect(output).toContain('"detected": true');
      expect(Number(output.trim().split('\n').at(-1))).toBeGreaterThan(0);
    },
    testTimeoutMs,
  );
});

describeOnMovingClock('the guides that let time pass, typed as written', (stack) => {
  it(
    'onboard a seller, split with them and pay them out',
    async () => {
      const output = await typed('marketplaces', stack.dataFolder);

      expect(output).toMatch(/^PENDING\nVERIFIED$/m);
      expect(output).toContain('"label": "PIX CPF ***.982.247-**"');
      expect(output).toMatch(/"endToEndId": "E\d{20}\w{11}"/);
      expect(output).toContain('"frequency": "WEEKLY"');
    },
    testTimeoutMs,
  );

  it(
    'declines a card, takes another and lets a charge expire',
    async () => {
      const output = await typed('testing', stack.dataFolder);

      expect(output).toContain('"declineCode": "insufficient_funds"');
      expect(output).toMatch(/"status": "PAID",\s+"statusReason": null,\s+"gatewayStatus": "RECEIVED"/);
    },
    testTimeoutMs,
  );
});
