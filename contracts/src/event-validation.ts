import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { catalogueEntry } from './event-catalogue';
import { type EventType } from './generated/events';

export interface Fault {
  readonly field: string;
  readonly message: string;
}

/** What a producer asks before it publishes: a field the schema does not know is a fault. Empty when all is well. */
export const validateEvent = (type: EventType, data: unknown): readonly Fault[] => errorsOf(type, data).map(toFault);

/** What a consumer asks: a newer producer may send fields that this reader has never seen, and they are no fault. */
export const validateReceivedEvent = (type: EventType, data: unknown): readonly Fault[] =>
  errorsOf(type, data)
    .filter(({ keyword }) => keyword !== 'additionalProperties')
    .map(toFault);

const validators = new Map<EventType, ValidateFunction>();

const errorsOf = (type: EventType, data: unknown): readonly ErrorObject[] => {
  const validate = validatorOf(type);
  return validate(data) ? [] : (validate.errors ?? []);
};

const validatorOf = (type: EventType): ValidateFunction => {
  const known = validators.get(type);
  if (known !== undefined) return known;

  // An instance of its own for each schema, compiled when first needed: a service pays for the events it meets. That the
  // schema is one is for the catalogue's spec to say; compiling its draft here as well would take five times as long.
  const ajv = new Ajv({ allErrors: true, strict: true, meta: false, validateSchema: false });
  const validate = ajv.compile(catalogueEntry(type).schema);
  validators.set(type, validate);
  return validate;
};

const toFault = ({ instancePath, keyword, message, params }: ErrorObject): Fault => {
  // `/shares/0/amountMinor` is how ajv says `shares[0].amountMinor`.
  const path = instancePath
    .slice(1)
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  const { missingProperty, additionalProperty } = params as { missingProperty?: string; additionalProperty?: string };
  const field = [path, missingProperty ?? additionalProperty].filter(Boolean).join('.');
  return { field, message: message ?? keyword };
};
