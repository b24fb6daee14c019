import { createHash } from 'node:crypto';
import { type Fault } from '@repasse/chassis/http/problem';
import { faultOfWebhookUrl } from '@repasse/chassis/net/webhook-url';
import { userEvent, type UserEvent } from '../public/user-events';
import { imageOf, type ImageType } from '@repasse/values/files/image';
import { faultOfOrigin, originsOf, type OriginRules } from './frame-origins';
import { withoutMetadata } from './without-metadata';

/** What payers see of a merchant, and the pages that may show a code: business data that the merchant publishes. */
export interface MerchantProfile {
  readonly userId: number;
  readonly displayName: string;
  readonly supportEmail: string | null;
  readonly supportUrl: string | null;
  readonly logoDigest: string | null;
  /** The origins whose pages may show a charge's PIX code in a frame. */
  readonly frameOrigins: readonly string[];
  /** `#rrggbb`; null is the platform's colour. */
  readonly brandColor: string | null;
  readonly updatedAt: string;
}

export interface ProfileBody {
  readonly displayName: string;
  readonly supportEmail?: string;
  readonly supportUrl?: string;
  readonly frameOrigins?: readonly string[];
  readonly brandColor?: string;
}

export interface Logo {
  /** SHA-256 of the bytes in hexadecimal. */
  readonly digest: string;
  readonly contentType: ImageType;
  readonly bytes: Buffer;
}

/** Three lines on a narrow phone. */
const displayNameCharactersMax = 60;

/** Characters that are not seen, or that turn the direction of the text around them. */
const unseen = /[\p{Cc}\p{Co}\p{Zl}\p{Zp}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u;

const displayNameOf = (text: string): string => text.normalize('NFC').trim();

/** `faulty` holds the fields that the schema refused. */
export const faultsOfProfile = (
  { displayName, supportUrl, frameOrigins }: ProfileBody,
  faulty: ReadonlySet<string>,
  rules: OriginRules,
): readonly Fault[] => {
  const faults: Fault[] = [];
  const tell = (field: string, messageOf: () => string | undefined): void => {
    const message = faulty.has(field) ? undefined : messageOf();
    if (message !== undefined) faults.push({ field, message });
  };
  tell('displayName', () => faultOfName(displayNameOf(displayName)));
  if (supportUrl !== undefined)
    tell('supportUrl', () => faultOfWebhookUrl(supportUrl, { arePrivateAddressesAllowed: false }));
  if (faulty.has('frameOrigins')) return faults;
  frameOrigins?.forEach((origin, at) => tell(`frameOrigins[${at}]`, () => faultOfOrigin(origin, rules)));
  return faults;
};

const faultOfName = (name: string): string | undefined => {
  if (unseen.test(name)) return 'must not hold control characters, invisible ones, or ones that turn the text around.';
  if (!/[\p{L}\p{N}]/u.test(name)) return 'must have a letter or a digit.';
  return Array.from(name).length > displayNameCharactersMax
    ? `must have at most ${displayNameCharactersMax} characters.`
    : undefined;
};

/** Sharp at twice the 48 pixels of the page would be 96; far more is only weight, and memory in each payer's phone. */
const sidePxMin = 64;
const sidePxMax = 1_024;

export const faultsOfLogo = (bytes: Buffer): readonly Fault[] => {
  const image = imageOf(bytes);
  if (image === undefined) return noPicture;
  const { widthPx, heightPx } = image;
  // Before the picture is looked into: the work grows with its size.
  if (![widthPx, heightPx].every((px) => px >= sidePxMin && px <= sidePxMax)) {
    const message = `must be ${sidePxMin} to ${sidePxMax} pixels wide and high; it is ${widthPx} by ${heightPx}.`;
    return [{ field: 'body', message }];
  }
  return withoutMetadata(bytes, image.contentType) === undefined ? noPicture : [];
};

const noPicture: readonly Fault[] = [{ field: 'body', message: 'must be a PNG, JPEG or WebP picture, and all of it.' }];

/** Of bytes that `faultsOfLogo` finds no fault with; what is kept and served has no metadata. */
export const logoOf = (bytes: Buffer): Logo => {
  const contentType = imageOf(bytes)?.contentType;
  const kept = contentType === undefined ? undefined : withoutMetadata(bytes, contentType);
  if (contentType === undefined || kept === undefined) throw new Error('A logo passed its check and is no picture.');
  return { digest: createHash('sha256').update(kept).digest('hex'), contentType, bytes: kept };
};

/** The profile after a change, and its event. A change to the same values has no event. */
export interface ChangedProfile {
  readonly profile: MerchantProfile;
  readonly events: readonly UserEvent[];
}

/** The profile after PUT /profile; its logo stays. */
export const replaceProfile = (
  userId: number,
  before: MerchantProfile | undefined,
  body: ProfileBody,
  now: string,
): ChangedProfile =>
  changed(before, {
    userId,
    displayName: displayNameOf(body.displayName),
    supportEmail: body.supportEmail ?? null,
    supportUrl: body.supportUrl ?? null,
    logoDigest: before?.logoDigest ?? null,
    frameOrigins: originsOf(body.frameOrigins ?? []),
    brandColor: body.brandColor?.toLowerCase() ?? null,
    updatedAt: now,
  });

/** The profile with another logo, or with none. */
export const replaceLogo = (before: MerchantProfile, logoDigest: string | null, now: string): ChangedProfile =>
  changed(before, { ...before, logoDigest, updatedAt: now });

/** The events of DELETE /profile; none where there is no profile. */
export const removeProfile = (before: MerchantProfile | undefined, now: string): readonly UserEvent[] =>
  before === undefined
    ? []
    : [userEvent('repasse.user.profile_removed.v1', now, { userId: before.userId, removedAt: now })];

const seenFields = ['displayName', 'supportEmail', 'supportUrl', 'logoDigest', 'brandColor'] as const;

const isSame = (before: MerchantProfile, after: MerchantProfile): boolean =>
  seenFields.every((field) => before[field] === after[field]) &&
  before.frameOrigins.join(' ') === after.frameOrigins.join(' ');

const changed = (before: MerchantProfile | undefined, after: MerchantProfile): ChangedProfile => {
  if (before !== undefined && isSame(before, after)) return { profile: before, events: [] };
  const { userId, displayName, supportEmail, supportUrl, frameOrigins, brandColor, updatedAt } = after;
  const seen = { displayName, supportEmail, supportUrl, logoPath: logoPathOf(after), frameOrigins, brandColor };
  const data = { userId, ...seen, changedAt: updatedAt };
  return { profile: after, events: [userEvent('repasse.user.profile_changed.v1', updatedAt, data)] };
};

/** The address of the logo at the edge. */
export const logoPathOf = ({ logoDigest }: Pick<MerchantProfile, 'logoDigest'>): string | null =>
  logoDigest === null ? null : `/merchants/logos/${logoDigest}`;
