import { refusalOf, ToolError } from './tool-error';

/** Of tools/call. */
export interface ToolResult {
  readonly content: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly structuredContent: object;
  readonly isError: boolean;
}

/** A text of a payer, seller or merchant: it stands apart, so that it is not taken for words of this server. */
export interface UntrustedText {
  readonly untrustedText: string;
}

/** About 25,000 tokens: a larger answer would push out what a model was asked. */
const answerMaxCharacters = 100_000;

/** Longer ones are cut: nothing is found or decided by the end of a description. */
const textMaxCharacters = 200;

export const answered = (value: object): ToolResult => {
  const text = JSON.stringify(value);
  if (text.length > answerMaxCharacters) {
    const max = String(answerMaxCharacters);
    throw new ToolError('mcp.answer_too_large', `The answer has more than ${max} characters. Ask with a lower limit.`);
  }
  return { content: [{ type: 'text', text }], structuredContent: value, isError: false };
};

export const refused = (thrown: unknown): ToolResult => {
  const error = refusalOf(thrown);
  return { content: [{ type: 'text', text: JSON.stringify({ error }) }], structuredContent: { error }, isError: true };
};

export const untrusted = (value: unknown): UntrustedText | undefined => {
  if (typeof value !== 'string' || value === '') return undefined;
  // Invisible characters carry what a person who looks at the answer would not see.
  const visible = value.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '�');
  const isLong = visible.length > textMaxCharacters;
  return { untrustedText: isLong ? `${visible.slice(0, textMaxCharacters)}…` : visible };
};

/**
 * Named fields of an object, and named texts of others, marked. Fields are chosen and not left out, so that what a later release
 * adds, such as a token, is in no answer by itself.
 */
export const pick = <Source extends object>(
  source: Source,
  fields: readonly (keyof Source)[],
  texts: readonly (keyof Source)[] = [],
): object => ({
  ...Object.fromEntries(fields.filter((name) => source[name] !== null).map((name) => [name, source[name]])),
  ...Object.fromEntries(
    texts.flatMap((name) => {
      const text = untrusted(source[name]);
      return text === undefined ? [] : [[name, text]];
    }),
  ),
});

/** An address without what may be secret in it. */
export const plainAddress = (url: string): string => {
  if (!URL.canParse(url)) return '';
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
};
