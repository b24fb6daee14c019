import { createSchemas } from '@repasse/chassis/http/schemas';
import type { TestAnswer } from '@repasse/chassis/testing/http-test';
import { loadOpenApi, operationsOf, type OpenApiResponse } from '@repasse/contracts';

const document = loadOpenApi('charge');
const schemas = createSchemas(document);
const operations = operationsOf(document);

/** Throws unless the answer is one the description promises: its status, its media type and its body. */
export const assertDescribed = (method: string, path: string, answer: TestAnswer): void => {
  const content = responseFor(method, path, answer.status)?.content ?? {};
  const mediaType = (answer.headers.get('content-type') ?? '').split(';')[0] ?? '';
  const media = content[mediaType];
  if (!media) throw new Error(`${method} ${path} answered ${answer.status} as ${mediaType}, which is not described.`);

  const validate = schemas.compile(media.schema);
  if (validate(JSON.parse(answer.text))) return;
  throw new Error(`${method} ${path} answered what is not described: ${JSON.stringify(validate.errors)}`);
};

const responseFor = (method: string, path: string, status: number): OpenApiResponse | undefined => {
  const found = operations
    .filter((candidate) => candidate.method === method.toLowerCase() && fits(candidate.path, path))
    // A path that is spelled out goes before one with a parameter: /charge/list is no charge's id.
    .sort((a, b) => Number(a.path.includes('{')) - Number(b.path.includes('{')))[0];
  const response = found?.operation.responses[String(status)];
  if (!response || !('$ref' in response)) return response;
  return document.components.responses?.[response.$ref.replace('#/components/responses/', '')];
};

const fits = (template: string, path: string): boolean =>
  new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? '');
