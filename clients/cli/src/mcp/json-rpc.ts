export type Id = string | number;

export interface RpcMessage {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Absent from notifications, which are not answered. */
  readonly id?: Id;
}

/** The numbers of JSON-RPC 2.0. */
export const rpcCodes = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  busy: -32_000,
} as const;

/** A fault of the protocol, which the program of the client has to mend. */
export class RpcError extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isId = (value: unknown): value is Id => typeof value === 'string' || Number.isSafeInteger(value);

/** Undefined for an answer: this server asks nothing, so nothing of it is waited for. */
export const messageOf = (value: unknown): RpcMessage | undefined => {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') throw new RpcError(rpcCodes.invalidRequest, 'Not JSON-RPC 2.0.');
  const { method, params = {}, id } = value;
  if (method === undefined && ('result' in value || 'error' in value)) return undefined;
  if (typeof method !== 'string') throw new RpcError(rpcCodes.invalidRequest, 'method must be a text.');
  if (!isObject(params)) throw new RpcError(rpcCodes.invalidRequest, 'params must be an object.');
  if (id !== undefined && !isId(id)) throw new RpcError(rpcCodes.invalidRequest, 'id must be a text or whole number.');
  return { method, params, ...(id !== undefined && { id }) };
};

/** The id of something that is no request, so that its sender can tell which one was meant. */
export const idOf = (value: unknown): Id | null => (isObject(value) && isId(value['id']) ? value['id'] : null);

export const resultOf = (id: Id, result: object): object => ({ jsonrpc: '2.0', id, result });

export const errorOf = (id: Id | null, thrown: unknown): object => {
  const { code, message } =
    thrown instanceof RpcError
      ? thrown
      : { code: rpcCodes.internal, message: 'The server failed by a fault of its own.' };
  return { jsonrpc: '2.0', id, error: { code, message } };
};
