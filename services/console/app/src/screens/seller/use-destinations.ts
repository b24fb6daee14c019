import { type components } from '@repasse/contracts/generated/http/identity';
import { useOne } from '../use-one.ts';

export const useDestinations = (recipientId: number) =>
  useOne<components['schemas']['DestinationList']>('destinations', `/recipients/${String(recipientId)}/destinations`);
