import { checkInput, type InputOf, type InputSchema, type Properties } from '../input-schema';
import { type Offer } from '../previews';
import { ToolError } from '../tool-error';
import { dataRule, type Desk, type Tool, type ToolText } from './tool';

interface WriteTool<All extends Properties, Required extends keyof All & string, Preview> extends ToolText {
  readonly isDestructive: boolean;
  readonly properties: All;
  readonly required: readonly Required[];
  /** Describes the change without making it. */
  readonly preview: (desk: Desk, input: InputOf<All, Required>) => Promise<Preview>;
  readonly carryOut: (desk: Desk, input: InputOf<All, Required>, offer: Offer<Preview>) => Promise<object>;
}

const confirmation = {
  confirm: { type: 'boolean', description: 'true carries out the preview whose digest is given.' },
  digest: {
    ...{ type: 'string', description: 'Of the preview that a person has agreed to.' },
    ...{ minLength: 64, maxLength: 64, pattern: '^[0-9a-f]{64}$' },
  },
} as const;

const rule =
  'Without confirm it answers a preview and does nothing. Show the preview to a person, and only when they agree call again with the same input, confirm: true and its digest.';

/** A tool that changes something: it shows first what it would do, and does exactly that. */
export const writeTool = <
  const All extends Properties,
  const Required extends keyof All & string,
  Preview extends object,
>(
  definition: WriteTool<All, Required, Preview>,
): Tool => {
  const { name, title, scopes, isDestructive, properties, required } = definition;
  const inputSchema: InputSchema = {
    type: 'object',
    properties: { ...properties, ...confirmation },
    ...{ required, additionalProperties: false },
  };
  return {
    ...{ name, title, scopes, isDestructive, inputSchema, isWrite: true },
    description: `${definition.description} ${rule} ${dataRule}`,
    call: async (desk, given) => {
      checkInput(inputSchema, given);
      const { confirm, digest, ...rest } = given;
      const input = rest as InputOf<All, Required>;
      if (confirm !== true) return shown(desk.previews.offer(name, rest, await definition.preview(desk, input)));
      const offer = desk.previews.find<Preview>(String(digest));
      if (offer === undefined) throw previewNeeded(name);
      // Once it may have been done, a repeat must not be held up by what it changed: its key keeps it one.
      if (!offer.isStarted) desk.previews.start(offer, name, rest, await definition.preview(desk, input));
      else desk.previews.verify(offer, name, rest, offer.preview);
      return { done: await definition.carryOut(desk, input, offer), idempotencyKey: offer.idempotencyKey };
    },
  };
};

const shown = ({ preview, digest, expiresAt }: Offer<object>): object => ({
  ...{ nothingWasDoneYet: true, preview, digest, expiresAt: new Date(expiresAt).toISOString() },
  toCarryOut: 'Call again with the same input, confirm: true and this digest.',
});

const previewNeeded = (name: string): ToolError =>
  new ToolError('mcp.preview_needed', 'No preview has this digest, or it is too old. Call without confirm first.', {
    allowedActions: [`${name} without confirm`],
  });
