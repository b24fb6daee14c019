import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { eventCatalogue, type AnyEvent } from '@repasse/contracts';
import { countEvents } from './count-events';
import { countedEvents } from './counted-events';

const exampleOf = (type: string): AnyEvent => {
  const entry = eventCatalogue.find((one) => one.type === type);
  return { type, data: entry?.example } as unknown as AnyEvent;
};

const countedBy = async (events: readonly AnyEvent[]): Promise<string> => {
  const metrics = createMetrics('test');
  countEvents(metrics)(events);
  const lines = (await metrics.scrape()).split('\n');
  return lines.filter((line) => line.startsWith('repasse_business_')).join('\n');
};

describe('the counters of the business', () => {
  it('are born at 0, each event with every way to pay that it can name', async () => {
    const page = await countedBy([]);

    expect(page).toContain('repasse_business_events_total{event="charge.paid",method="CREDIT_CARD",service="test"} 0');
    expect(page).toContain('repasse_business_events_total{event="dispute.lost",method="CRYPTO",service="test"} 0');
    expect(page).toContain(
      'repasse_business_money_minor_total{kind="fee",method="PIX",currency="BRL",service="test"} 0',
    );
  });

  it.each(Object.keys(countedEvents))('count the example of %s in a series that was there', async (type) => {
    const seriesOf = (page: string): string[] => page.match(/^repasse_business_events_total\{[^}]*\}/gm) ?? [];
    const page = await countedBy([exampleOf(type)]);

    expect(seriesOf(page)).toEqual(seriesOf(await countedBy([])));
    expect(page).toMatch(/^repasse_business_events_total\{[^}]*\} 1$/m);
  });

  it('add up what was paid, what it brought in fees and what went back', async () => {
    const page = await countedBy(['repasse.charge.paid.v1', 'repasse.charge.refunded.v1'].map(exampleOf));

    const sums = [...page.matchAll(/^repasse_business_money_minor_total\{kind="(\w+)",method="PIX".*\} (\d+)$/gm)];
    expect(Object.fromEntries(sums.map(([, kind, sum]) => [kind, Number(sum)]))).toEqual({
      ...{ paid: 10_000, fee: 99, refunded: 4_000 },
    });
  });

  it('leave other events alone', async () => {
    expect(await countedBy([exampleOf('repasse.user.registered.v1')])).toBe(await countedBy([]));
  });
});
