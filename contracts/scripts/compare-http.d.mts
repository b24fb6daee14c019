export interface HttpDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly webhooks?: Readonly<Record<string, unknown>>;
  readonly components: Readonly<Record<string, unknown>>;
}

export declare const compareHttp: (before: HttpDescription, after: HttpDescription) => string[];
