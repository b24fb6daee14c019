import { parse } from 'yaml';
import { readText } from '@repasse/contracts/package-root';
import { tokenOperations } from '@repasse/contracts/openapi';
import { createFindOperation } from '../src/api/operations';
import { enTerms } from '../app/src/texts/en-terms.ts';
import { timelinePt } from '../app/src/texts/timeline.ts';
import { homePt } from '../app/src/texts/home.ts';
import { ptTerms } from '../app/src/texts/pt-terms.ts';

const dictionaries = { 'pt-BR': ptTerms, en: enTerms };
const find = createFindOperation();

/** What the console writes down before it passes it on. */
const audited = tokenOperations()
  .filter(({ method, path }) => find(method.toUpperCase(), path)?.isChange === true)
  .map(({ operation }) => operation.operationId);

it.each(Object.entries(dictionaries))('names every audited operation in %s', (_locale, { audits }) => {
  expect(audited.length).toBeGreaterThan(50);
  expect(audited.filter((operationId) => audits[operationId] === undefined)).toEqual([]);
});

type Words = (typeof dictionaries)['en'];

/** Enumerations of the contracts that screens show, and the dictionary that has their words. */
const shown: readonly (readonly [
  file: string,
  path: string,
  words: (terms: Words) => Readonly<Record<string, string>>,
])[] = [
  ['charge', 'Status', ({ statuses }) => statuses],
  ['charge', 'StatusReason', ({ reasons }) => reasons],
  ['charge', 'ListedRefund.properties.status', ({ statuses }) => statuses],
  ['charge', 'ListedRefund.properties.purpose', ({ kinds }) => kinds],
  ['charge', 'HeldPayment.properties.status', ({ statuses }) => statuses],
  ['charge', 'HeldPayment.properties.statusReason', ({ reasons }) => reasons],
  ['common', 'ClearingMethod', ({ kinds, chargeFilters }) => ({ ...kinds, ...chargeFilters })],
  ['common', 'AttentionCount.properties.kind', () => homePt.attention],
  ['identity', 'UserStatus', ({ statuses }) => statuses],
  ['identity', 'RecipientKind', ({ kinds }) => kinds],
  ['identity', 'VerificationStatus', ({ statuses }) => statuses],
  ['identity', 'DestinationKind', ({ kinds }) => kinds],
  ['identity', 'RecipientDocumentKind', ({ kinds }) => kinds],
  ['identity', 'Role', ({ roles }) => roles],
  ['identity', 'AuditOutcome', ({ statuses }) => statuses],
  ['invoice-query', 'DisputeStatus', ({ statuses }) => statuses],
  ['payment-gateway', 'DisputeDecision', ({ disputes }) => disputes.decisions],
  ['payment-gateway', 'StatementCheck.properties.status', ({ statuses }) => statuses],
  ['payment-gateway', 'StatementDifference.properties.status', ({ statuses }) => statuses],
  ['payment-gateway', 'StatementDifference.properties.kind', ({ reasons }) => reasons],
  ['split-settlement', 'HeldShare.properties.status', ({ statuses }) => statuses],
  ['split-settlement', 'UserAccount', ({ accounts }) => accounts],
  ['split-settlement', 'EntryKind', ({ entryKinds }) => entryKinds],
  ['split-settlement', 'WithdrawalStatus', ({ statuses }) => statuses],
  ['split-settlement', 'Withdrawal.properties.cancelReason', ({ reasons }) => reasons],
  ['split-settlement', 'PayoutBatchStatus', ({ statuses }) => statuses],
  ['split-settlement', 'SkipReason', ({ skips }) => skips],
  ['split-settlement', 'PayoutFrequency', ({ kinds }) => kinds],
  ['split-settlement', 'Weekday', ({ kinds }) => kinds],
  ['webhook-dispatcher', 'DeliveryStatus', ({ statuses }) => statuses],
  ['webhook-dispatcher', 'Endpoint.properties.disabledReason', ({ reasons }) => reasons],
];

const documents = new Map<string, Components>();

/** Each description is read once: they are long. */
const documentOf = (file: string): Components => {
  const name = file === 'common' ? 'common.yaml' : `${file}.openapi.yaml`;
  const document = documents.get(name) ?? (parse(readText('http', name)) as Components);
  documents.set(name, document);
  return document;
};

const valuesOf = (file: string, path: string): readonly string[] => {
  const schema = path
    .split('.')
    .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], documentOf(file).components.schemas);
  return (schema as { readonly enum: readonly (string | null)[] }).enum.filter((value) => value !== null);
};

interface Components {
  readonly components: { readonly schemas: unknown };
}

describe.each(Object.entries(dictionaries))('in %s', (_locale, terms) => {
  it.each(shown)('%s %s has words', (file, path, words) => {
    const known = words(terms);

    expect(valuesOf(file, path).filter((value) => known[value] === undefined)).toEqual([]);
  });

  it('names what happens to a charge', () => {
    const types = [...Object.keys(timelinePt), ...messages.map((name) => `repasse.${name}.v1`)];

    expect(types.filter((type) => terms.events[type] === undefined)).toEqual([]);
  });
});

/** Webhooks about a charge that are called otherwise than the event behind them. */
const messages = [
  ...['refund.succeeded', 'settlement.completed', 'settlement.released', 'settlement.reversed'],
  ...['settlement.share_held', 'settlement.share_claimed', 'settlement.share_returned'],
];
