import { ApiError, ConnectionError } from '@repasse/sdk';
import { CommandError } from '../exit-codes';

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

/** A refusal as a model reads it. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  /** Every field that breaks a rule. */
  readonly errors?: readonly FieldFault[];
  readonly currentStatus?: string;
  readonly allowedActions?: readonly string[];
  /** Whether the same call may succeed later. */
  readonly retryable?: boolean;
  /** For support. */
  readonly requestId?: string;
}

/** A call that this server refuses by itself. Codes of the installation have no `mcp.` before them. */
export class ToolError extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly more: Pick<Refusal, 'errors' | 'allowedActions'> = {},
  ) {
    super(message);
  }
}

export const refusalOf = (thrown: unknown): Refusal => {
  if (thrown instanceof ToolError) return { code: thrown.code, message: thrown.message, ...thrown.more };
  if (thrown instanceof ApiError) return refusalOfApi(thrown);
  if (thrown instanceof ConnectionError)
    return { code: 'mcp.not_reached', message: 'The installation gave no answer.', retryable: true };
  if (thrown instanceof CommandError) return { code: 'mcp.not_ready', message: thrown.message };
  // A stack is of no use to a model, and may name paths of this machine; serve() writes it to stderr.
  return { code: 'mcp.failed', message: 'The tool failed by a fault of its own.' };
};

/** Whether a person has to look, rather than the model. */
export const isFaultOfOurs = (thrown: unknown): boolean => refusalOf(thrown).code === 'mcp.failed';

const refusalOfApi = (thrown: ApiError): Refusal => ({
  code: thrown.code ?? 'mcp.not_reached',
  message: thrown.message,
  ...(thrown.errors.length > 0 && { errors: thrown.errors }),
  ...(thrown.currentStatus !== undefined && { currentStatus: thrown.currentStatus }),
  ...(thrown.allowedActions.length > 0 && { allowedActions: thrown.allowedActions }),
  retryable: thrown.isRetryable,
  ...(thrown.requestId !== undefined && { requestId: thrown.requestId }),
});
