import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Logger } from '../../log/logger';
import { type Metrics } from '../../telemetry/metrics';
import { certificatesInUse } from '../tls-files';

const pemBlocks = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * When a file's certificates end, in milliseconds: of a chain the first to end breaks it, and of authorities the last,
 * because a file holds the old one beside the new one while they change. Undefined where there is none.
 */
export const endOfCertificates = (pem: string, kind: 'ca' | 'cert'): number | undefined => {
  const ends = (pem.match(pemBlocks) ?? []).map((block) => Date.parse(new X509Certificate(block).validTo));
  if (ends.length === 0) return undefined;
  return kind === 'ca' ? Math.max(...ends) : Math.min(...ends);
};

/** Shows the end of every certificate in use whenever metrics are read; a file that was replaced shows the new one's. */
export const measureCertificates = ({ metrics, log }: { readonly metrics: Metrics; readonly log: Logger }): void => {
  const gauge = metrics.gauge(
    'repasse_certificate_ends_timestamp_seconds',
    'When the certificates of a file end that connections are opened with.',
    ['file'],
  );
  metrics.measureOnScrape(async () => {
    for (const [file, kind] of certificatesInUse()) {
      try {
        const end = endOfCertificates(readFileSync(file, 'utf8'), kind);
        if (end !== undefined) gauge.set({ file }, end / 1_000);
      } catch (fault) {
        // In the middle of being replaced; a file that stays away keeps the end it had.
        log.debug({ err: fault, file }, 'certificate not read');
      }
    }
  });
};
