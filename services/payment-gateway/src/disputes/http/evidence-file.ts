import { isUtf8 } from 'node:buffer';
import { holdsCardNumber } from '@repasse/chassis/http/card-data/card-text';
import { type Fault } from '@repasse/chassis/http/problem';
import { imageOf } from '@repasse/values/files/image';

/** Characters that are not seen, but for those that divide lines and columns. */
const unseen = /[^\P{Cc}\n\r\t]/u;

/** Faults of a file that is called `contentType` by its sender, and of its name. */
export const faultsOfEvidence = (
  bytes: Buffer,
  contentType: string,
  fileName: string | undefined,
): readonly Fault[] => {
  const message = contentType === 'text/plain' ? faultOfText(bytes) : faultOfFile(bytes, contentType);
  return [
    ...(message === undefined ? [] : [{ field: 'body', message }]),
    ...(fileName !== undefined && /[\p{Cc}/\\]/u.test(fileName)
      ? [{ field: 'fileName', message: 'must not hold control characters or slashes.' }]
      : []),
  ];
};

const faultOfFile = (bytes: Buffer, contentType: string): string | undefined =>
  fileTypeOf(bytes) === contentType ? undefined : `is not what ${contentType} says, or not whole.`;

/** By its bytes, and not by what its sender calls it. */
const fileTypeOf = (bytes: Buffer): string | undefined =>
  isPdf(bytes) ? 'application/pdf' : imageOf(bytes)?.contentType;

/** Programs that read PDF look for its end in the last 1024 bytes. */
const pdfTailBytes = 1_024;

const isPdf = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 5) === '%PDF-' && bytes.subarray(-pdfTailBytes).includes('%%EOF');

const faultOfText = (bytes: Buffer): string | undefined => {
  if (!isUtf8(bytes)) return 'must be UTF-8.';
  const text = bytes.toString('utf8');
  if (text.trim() === '' || unseen.test(text)) return 'must be a text without control characters.';
  return holdsCardNumber(text) ? 'must not hold the number of a card.' : undefined;
};

const endings: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'text/plain': 'txt',
};

interface Named {
  readonly evidenceId: string;
  readonly fileName: string | null;
  readonly contentType: string;
}

/** That it is saved and not shown: a stranger's file must not run in a page of ours. */
export const dispositionOf = ({ evidenceId, fileName, contentType }: Named): string => {
  const name = fileName ?? `${evidenceId}.${endings[contentType] ?? 'bin'}`;
  return `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percentOf)}`;
};

/** RFC 8187 has fewer plain characters than a URI. */
const percentOf = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
