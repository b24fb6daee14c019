import { createSchemas } from '@repasse/chassis/http/schemas';
import { loadOpenApi, type OpenApiResponse } from '@repasse/contracts';
import { type Answer } from './running-service';

const openapi = loadOpenApi('invoice-query');
const schemas = createSchemas(openapi);

/** Fails with every difference unless the answer is one that the description of GET `path` promises. */
export const expectDescribed = (path: string, { status, body }: Answer): void => {
  const described = openapi.paths[path]?.get?.responses[String(status)] as
    OpenApiResponse | { $ref: string } | undefined;
  if (described === undefined) throw new Error(`GET ${path} does not promise ${status}.`);
  const response =
    '$ref' in described
      ? openapi.components.responses?.[described.$ref.replace('#/components/responses/', '')]
      : described;
  const [content] = Object.values(response?.content ?? {});
  if (content === undefined) throw new Error(`GET ${path} promises ${status} without a body.`);
  const validate = schemas.compile(content.schema);
  expect({ isValid: validate(body), errors: validate.errors ?? [] }).toEqual({ isValid: true, errors: [] });
};
