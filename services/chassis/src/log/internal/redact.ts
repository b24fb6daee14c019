/** Names whose values never reach a log. */
export const secretFields: readonly string[] = [
  'authorization',
  'accessToken',
  'apiKey',
  'card',
  'cardNumber',
  'cardToken',
  'certificate',
  'checkoutToken',
  'callbackTokens',
  'clientSecret',
  'cookie',
  'cvv',
  'document',
  'documentClient',
  'email',
  'holderName',
  'fingerprintKeys',
  'identityToken',
  'internalCallers',
  'keyEncryptionKeys',
  'number',
  'passphrase',
  'password',
  'paymentGatewayToken',
  'phoneNumber',
  'privateKey',
  'rawBody',
  'refreshToken',
  'repasseInternalToken',
  'secret',
  'splitSettlementToken',
  'securityCode',
  'setCookie',
  'token',
  'tokenSecrets',
  'webhookSecret',
  'webhookSignature',
  'xCheckoutToken',
];

/** Compared without case, dashes and underscores: a header, a column and a field are one name. */
const secretNames = new Set(secretFields.map((name) => name.toLowerCase()));

/** Deeper objects are not worth reading in a log, and a limit keeps a cycle from hanging the process. */
const depthMax = 6;
export const mask = '[redacted]';

/** A copy of a log entry's fields with secrets masked at any depth. Errors pass: their serializer is next. */
export const redact = (fields: Record<string, unknown>): Record<string, unknown> => redactObject(fields, 0);

const redactObject = (fields: object, depth: number): Record<string, unknown> => {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    copy[name] = isSecret(name) && value !== undefined && value !== null ? mask : redactValue(value, depth + 1);
  }
  return copy;
};

const redactValue = (value: unknown, depth: number): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error || value instanceof Date) return value;
  if (Buffer.isBuffer(value)) return `[${value.length} bytes]`;
  if (depth > depthMax) return '[too deep]';
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1));
  return redactObject(value, depth);
};

const isSecret = (name: string): boolean => secretNames.has(name.replace(/[-_]/g, '').toLowerCase());

const bearer = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
const userInUrl = /(\b[a-z][a-z0-9+]*:\/\/)[^\s/@:]+:[^\s/@]+@/gi;

/** Secrets also travel inside texts: a header quoted in a message, a password in a connection string. */
export const redactText = (text: string): string => text.replace(bearer, `$1 ${mask}`).replace(userInUrl, `$1${mask}@`);
