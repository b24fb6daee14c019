import { pick } from '../answer';
import { choice, page, text } from './properties';
import { rowsOf, withLimit } from './rows';
import { readTool } from './tool';

export const findSellers = readTool({
  name: 'find_sellers',
  title: 'Find sellers',
  description: 'Recipients of shares, newest first, by name, e-mail or reference, and whether they are verified.',
  scopes: ['recipients:read'],
  properties: {
    name: text('Part of the name.', 100),
    email: text('The e-mail address.', 254),
    externalReference: text('The reference of the merchant.'),
    verification: choice('Only these.', ['NOT_STARTED', 'PENDING', 'VERIFIED', 'REFUSED', 'SUSPENDED']),
    ...page,
  },
  required: [],
  read: ({ client, options }, input) =>
    rowsOf(client.recipients.list(withLimit(input), options), ({ verification, ...seller }) => ({
      ...pick(seller, ['id', 'kind', 'isManaged', 'createdAt'], ['name', 'tradeName', 'externalReference']),
      verification: pick(verification, ['status', 'refusalReasons']),
    })),
});
