import { drawnJpeg } from './drawn/jpeg';
import { drawnPng } from './drawn/png';
import { drawnWebp } from './drawn/webp';
import { type ImageType } from '@repasse/values/files/image';

/**
 * The same picture without what else its file holds: every payer loads a logo, a telephone writes into its pictures
 * where they were taken, and a file that is kept for a year must not carry what is not seen. Only the parts that are
 * drawn stay, each of the form its kind has, so nothing unknown does. Undefined for a picture that is not whole.
 */
export const withoutMetadata = (bytes: Buffer, contentType: ImageType): Buffer | undefined =>
  drawnOf[contentType](bytes);

const drawnOf: Readonly<Record<ImageType, (bytes: Buffer) => Buffer | undefined>> = {
  'image/png': drawnPng,
  'image/jpeg': drawnJpeg,
  'image/webp': drawnWebp,
};
