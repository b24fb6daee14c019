import { bornAtZero } from './born-at-zero';
import { createMetrics } from './metrics';

describe('a counter that is born at 0', () => {
  const shown = async (metrics: ReturnType<typeof createMetrics>): Promise<string[]> =>
    (await metrics.scrape()).split('\n').filter((line) => line.startsWith('repasse_answers_total{'));

  it('shows every combination of what its labels are known to be', async () => {
    const metrics = createMetrics('test');
    const counter = metrics.counter('repasse_answers_total', 'Answers.', ['provider', 'outcome']);
    bornAtZero(counter, { provider: ['pix', 'cielo'], outcome: ['settled', 'failed'] });

    expect(await shown(metrics)).toEqual(
      ['pix', 'cielo'].flatMap((provider) =>
        ['settled', 'failed'].map(
          (outcome) => `repasse_answers_total{provider="${provider}",outcome="${outcome}",service="test"} 0`,
        ),
      ),
    );
  });

  it('keeps what it has counted when it is asked for again', async () => {
    const metrics = createMetrics('test');
    const counter = () =>
      bornAtZero(metrics.counter('repasse_answers_total', 'Answers.', ['outcome']), { outcome: ['failed'] });
    counter().inc({ outcome: 'failed' });
    counter();

    expect(await shown(metrics)).toEqual(['repasse_answers_total{outcome="failed",service="test"} 1']);
  });
});
