import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '../../log/logger';
import { createMetrics } from '../../telemetry/metrics';
import { createAuthority } from '../../testing/certificates';
import { endOfCertificates, measureCertificates } from './certificate-metrics';
import { tlsTexts } from '../tls-files';

const dayMs = 24 * 3_600_000;

describe('the end of certificates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-ends-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is shown of each file that connections are opened with', async () => {
    const authority = await createAuthority(folder, 'authority');
    const { certFile, keyFile } = await authority.issue('client');
    tlsTexts({ caFile: authority.caFile, certFile, keyFile });
    const metrics = createMetrics('test');
    measureCertificates({ metrics, log: createLogger({ service: 'test', level: 'silent' }) });

    const ends = [
      ...(await metrics.scrape()).matchAll(/^repasse_certificate_ends_timestamp_seconds\{file="([^"]+)".*\} (\S+)$/gm),
    ].map(([, file, end]) => ({ file, isWithinADay: Math.abs(Number(end) * 1_000 - Date.now() - dayMs) < 120_000 }));

    expect(ends).toEqual([authority.caFile, certFile].map((file) => ({ file, isWithinADay: true })));
  });

  it('is the first of a chain and the last of authorities, and none of a file without any', async () => {
    const of = async (name: string, days: number) =>
      readFileSync((await createAuthority(folder, name, days)).caFile, 'utf8');
    const [short, long] = [await of('short', 1), await of('long', 30)];
    const both = `${long}\n${short}`;

    expect(endOfCertificates(both, 'cert')).toBe(endOfCertificates(short, 'cert'));
    expect(endOfCertificates(both, 'ca')).toBe(endOfCertificates(long, 'ca'));
    expect(endOfCertificates('no certificate', 'cert')).toBeUndefined();
  });
});
