import { loadOpenApi, operationsOf, type OpenApiResponse, type OpenApiSchema } from '@repasse/contracts';
import { type ValidateFunction } from 'ajv';
import { createSchemas } from '../http/schemas';

export interface GivenAnswer {
  readonly status: number;
  /** The parsed JSON. */
  readonly body: unknown;
  /** Its media type is checked too, when it is known. */
  readonly contentType?: string | null;
}

export type AssertDescribed = (method: string, path: string, answer: GivenAnswer) => void;

/**
 * Returns a function that throws unless an answer is one the service's description promises: its status, its media
 * type and its body. The path may be a template or a real one, with or without a query.
 */
export const describedBy = (service: string): AssertDescribed => {
  const document = loadOpenApi(service);
  const schemas = createSchemas(document);
  const operations = operationsOf(document);
  // Compiling takes longer than the call whose answer is checked.
  const compiled = new Map<OpenApiSchema, ValidateFunction>();

  const validatorOf = (schema: OpenApiSchema): ValidateFunction => {
    const validate = compiled.get(schema) ?? schemas.compile(schema);
    compiled.set(schema, validate);
    return validate;
  };

  const responseFor = (method: string, path: string, status: number): OpenApiResponse | undefined => {
    const found = operations
      .filter((candidate) => candidate.method === method.toLowerCase() && fits(candidate.path, path))
      // A path that is spelled out goes before one with a parameter: /charge/list is no charge's id.
      .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))[0];
    const response = found?.operation.responses[String(status)];
    if (response === undefined || !('$ref' in response)) return response;
    return document.components.responses?.[response.$ref.replace('#/components/responses/', '')];
  };

  return (method, path, { status, body, contentType }) => {
    const response = responseFor(method, path, status);
    // An answer without a body, which then has no media type.
    if (response !== undefined && response.content === undefined && typeof contentType !== 'string') return;
    const content = response?.content ?? {};
    const mediaType = contentType?.split(';')[0] ?? Object.keys(content)[0] ?? '';
    const media = content[mediaType];
    if (media === undefined)
      throw new Error(`${method} ${path} answered ${status} as ${mediaType}, which is not described.`);

    const validate = validatorOf(media.schema);
    // A copy: what is read as a request is given one spelling, and the test looks at the answer as it came.
    if (validate(structuredClone(body))) return;
    throw new Error(`${method} ${path} answered what is not described: ${JSON.stringify(validate.errors)}`);
  };
};

const fits = (template: string, path: string): boolean =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? '');
