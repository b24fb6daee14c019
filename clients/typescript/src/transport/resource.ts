import { type ApiPromise } from './answer';
import { type Call } from './call';
import { type CallOptions, type KeyedCallOptions } from './options';
import { List, type PageForm } from './pages';
import { type Transport } from './transport';

/** What an operation takes and answers, as the description has it. */
interface Operation {
  readonly parameters: { readonly query?: unknown; readonly path?: unknown; readonly header?: unknown };
  readonly requestBody?: unknown;
  readonly responses: unknown;
}

type ContentOf<Answer> = Answer extends { readonly content: infer Content } | { content: infer Content }
  ? Content extends { readonly 'application/json': infer Json }
    ? Json
    : undefined
  : never;

/** The body of an operation that succeeded, where it answers JSON. */
export type Answer<Of extends Operation> = {
  [Status in keyof Of['responses']]: Status extends 200 | 201 | 202
    ? ContentOf<Of['responses'][Status]>
    : Status extends 204
      ? undefined
      : never;
}[keyof Of['responses']];

/** The JSON body that an operation takes. */
export type Body<Of extends Operation> = Of['requestBody'] extends {
  readonly content: { readonly 'application/json': infer Json };
}
  ? Json
  : NonNullable<Of['requestBody']> extends { readonly content: { readonly 'application/json': infer Json } }
    ? Json | undefined
    : never;

/** The filters of an operation. */
export type Query<Of extends Operation> = NonNullable<Of['parameters']['query']>;

/** One item of a list. */
export type ItemOf<Of extends Operation> =
  Answer<Of> extends { readonly data: readonly (infer Item)[] }
    ? Item
    : Answer<Of> extends { readonly response: { readonly data: readonly (infer Item)[] } }
      ? Item
      : never;

/** Operations about one noun. */
export abstract class Resource {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  protected callJson<Of extends Operation>(call: Call, options?: KeyedCallOptions): ApiPromise<Answer<Of>> {
    return this.#transport.call<Answer<Of>>(call, options);
  }

  protected callText(call: Call, options?: CallOptions): ApiPromise<string> {
    return this.#transport.call<string>(call, options);
  }

  protected callList<Of extends Operation>(
    call: Call,
    form: PageForm<Answer<Of>, ItemOf<Of>>,
    options?: CallOptions,
  ): List<Answer<Of>, ItemOf<Of>> {
    const read = (query: object): ApiPromise<Answer<Of>> => this.#transport.call({ ...call, query }, options);
    return new List(read, call.query ?? {}, form);
  }
}
