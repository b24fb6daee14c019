import { shellBlocks, typeIntoShell } from '../support/guide';
import { describeOnMovingClock, describeOnShared } from '../support/on-each-bus';

/** Each guide goes on from the quick start. */
const quickStart = shellBlocks('docs/guides/quick-start.md');

/** A command that is refused ends the shell, and the test with what it printed. */
const typed = (guide: string, dataFolder: string): Promise<string> =>
  typeIntoShell([...quickStart, ...shellBlocks(`docs/guides/${guide}.md`)], dataFolder);

/** Longer than the limit of the shell, which says more. */
const testTimeoutMs = 150_000;

describeOnShared('postgres', 'the guides, typed as written', (stack) => {
  it(
    'give a part of a paid charge back, and then all of it',
    async () => {
      const output = await typed('refunds', stack.dataFolder);

      expect(output).toMatch(/"status":"PAID","statusReason":"PARTIALLY_REFUNDED"/);
      expect(output).toContain('"amount":"60.00"');
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
      expect(output).toMatch(/"outcome":"ERASED"[^]*"outcome":"NOBODY_FOUND"/);
    },
    testTimeoutMs,
  );

  it(
    'show the problems that they explain',
    async () => {
      const output = await typed('errors', stack.dataFolder);

      expect(output).toContain('"code":"request.invalid"');
      expect(output).toContain('"currentStatus":"PAID","retryable":false,"allowedActions":["refund"]');
      expect(output.match(/idempotency-replayed: true/gi)).toHaveLength(1);
    },
    testTimeoutMs,
  );

  it(
    'register an endpoint, read the feed and move the endpoint',
    async () => {
      const output = await typed('webhooks', stack.dataFolder);

      // Nobody listens at the address of the guide, and the API says so.
      expect(output).toContain('"isDelivered":false');
      expect(output).toContain('"url":"http://localhost:3001/new"');
      expect(output).toContain('"chargeUrlEventTypes":["charge.*"]');
    },
    testTimeoutMs,
  );
});

describeOnMovingClock('the guide to testing, typed as written', (stack) => {
  it(
    'declines a card, takes another and lets a charge expire',
    async () => {
      const output = await typed('testing', stack.dataFolder);

      expect(output).toContain('"declineCode":"insufficient_funds"');
      expect(output).toContain('"status":"PAID","statusReason":null,"gatewayStatus":"RECEIVED"');
    },
    testTimeoutMs,
  );
});
