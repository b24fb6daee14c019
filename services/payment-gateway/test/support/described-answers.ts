import { createSchemas } from '@repasse/chassis/http/schemas';
import { loadOpenApi, operationsOf } from '@repasse/contracts';

const document = loadOpenApi('payment-gateway');
const operations = operationsOf(document);
const schemas = createSchemas(document);

/** Fails the test when an answer is not one that the OpenAPI description announces for this operation. */
export const expectDescribed = (operationId: string, status: number, body: unknown): void => {
  const response = operations.find(({ operation }) => operation.operationId === operationId)?.operation.responses[
    status
  ];
  const described =
    response !== undefined && '$ref' in response
      ? document.components.responses?.[response.$ref.replace('#/components/responses/', '')]
      : response;
  const [media] = Object.values(described?.content ?? {});
  if (media === undefined) throw new Error(`${operationId} answered ${status}, which is not described.`);

  const isValid = schemas.compile(media.schema);
  isValid(body);
  expect(isValid.errors ?? []).toEqual([]);
};
