/** As much of OpenAPI 3.1 as the descriptions in contracts/http use. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
    /** `identifier` is SPDX's. */
    readonly license?: { readonly name: string; readonly identifier: string };
    readonly contact?: { readonly name: string };
  };
  /** Present on documents that are no part of the platform, and so not in the merged document. */
  readonly 'x-development-only'?: boolean;
  readonly servers?: readonly { readonly url: string; readonly description?: string }[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, OpenApiPathItem>>;
  /** Requests to addresses that callers have given, by type of event. */
  readonly webhooks?: Readonly<Record<string, OpenApiWebhook>>;
  readonly components: OpenApiComponents;
}

export const openApiMethods = ['get', 'put', 'post', 'delete', 'patch'] as const;
export type OpenApiMethod = (typeof openApiMethods)[number];

export type OpenApiPathItem = Readonly<Partial<Record<OpenApiMethod, OpenApiOperation>>>;

export interface OpenApiWebhook {
  readonly post: {
    readonly operationId: string;
    readonly summary: string;
    readonly tags?: readonly string[];
    readonly requestBody: OpenApiRequestBody;
    readonly responses: Readonly<Record<string, OpenApiResponse>>;
  };
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (OpenApiParameter | OpenApiReference)[];
  readonly requestBody?: OpenApiRequestBody;
  readonly responses: Readonly<Record<string, OpenApiResponse | OpenApiReference>>;
  /** `[{bearerAuth: [scope]}]`, `[{internalToken: []}]`, another scheme's name, or `[]` for public operations. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** How the list is read on: every operation that answers a page of one says it. */
  readonly 'x-pagination'?: OpenApiPagination;
  /** Only users with one of these profiles may call it. */
  readonly 'x-profiles'?: readonly string[];
  /** A person who calls it needs a second factor proven within minutes; a key needs what the description says. */
  readonly 'x-step-up'?: boolean;
  /** The operation, at this path or above it, that reads what this one changes: the audit log has it before and after. */
  readonly 'x-audit-read'?: string;
  /** The services of the installation that may call an internal operation, each with a token of its own. */
  readonly 'x-callers'?: readonly string[];
  /** The body's field `card` holds a card; everywhere else card data is refused. */
  readonly 'x-takes-card'?: boolean;
  /** A provider calls it to report an event: card data in it is no reason to refuse it. */
  readonly 'x-from-provider'?: boolean;
  /** How large a body may be, where the chassis' limit is too small. */
  readonly 'x-body-limit-bytes'?: number;
}

/** Members of the answer are named by their path. `cursor` is the parameter that asks for the next page. */
export type OpenApiPagination =
  /** `next` is what to send; null on the last page. */
  | { readonly style: 'cursor'; readonly cursor: string; readonly next: string; readonly items: string }
  /** Pages are numbered from 1, up to `last`. */
  | { readonly style: 'page'; readonly cursor: string; readonly last: string; readonly items: string }
  /** It has no end: `next` is always there, and `more` says whether to ask at once. */
  | {
      readonly style: 'feed';
      readonly cursor: string;
      readonly next: string;
      readonly more: string;
      readonly items: string;
    };

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: OpenApiSchema;
}

export interface OpenApiRequestBody {
  readonly required?: boolean;
  readonly description?: string;
  readonly content: Readonly<Record<string, OpenApiMediaType>>;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, OpenApiMediaType>>;
}

export interface OpenApiMediaType {
  readonly schema: OpenApiSchema;
  readonly examples?: Readonly<Record<string, unknown>>;
}

/** A JSON Schema of draft 2020-12; every $ref in it begins with `#/components/`. */
export type OpenApiSchema = Readonly<Record<string, unknown>>;

export interface OpenApiReference {
  readonly $ref: string;
}

export type OpenApiComponents = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>> & {
  readonly schemas?: Readonly<Record<string, OpenApiSchema>>;
  readonly parameters?: Readonly<Record<string, OpenApiParameter>>;
  readonly responses?: Readonly<Record<string, OpenApiResponse>>;
};
