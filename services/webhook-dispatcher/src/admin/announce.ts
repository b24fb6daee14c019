import { RefusedError, UsageError, type AdminArgs, type AdminCommand } from '@repasse/chassis/admin/command';
import { toIso } from '@repasse/chassis/clock';
import { lastMoment, momentOf } from '@repasse/values/moment';
import { receiverOf } from '../delivery/receiver';
import { matchesType } from '../domain/event-types';
import {
  countExhausted,
  lockEndpoint,
  planDeliveries,
  unannouncedMessages,
  type Window,
} from '../store/announce-again';
import { recoverDeliveries } from '../store/recover-deliveries';

/** One transaction locks as many rows as this; a longer window is announced by typing the command again. */
const messagesMax = 10_000;

/** Announces to an endpoint what it was never sent, and what it was sent in vain. */
export const announce: AdminCommand = {
  name: 'webhooks announce',
  summary: 'sends an endpoint the messages of --from until --to that it was never sent, or in vain',
  positionals: ['endpoint'],
  options: { from: { type: 'string' }, to: { type: 'string' } },
  changes: true,
  run: ({ db, ids, clock, isApplied }, args) =>
    db.transaction(async (tx) => {
      const endpointId = args.positional('endpoint') ?? '';
      const window = windowOf(args);
      const endpoint = await lockEndpoint(tx, endpointId);
      if (endpoint === undefined) throw new RefusedError(`There is no endpoint ${endpointId}.`);
      const messages = await unannouncedMessages(tx, endpoint, window, messagesMax);
      const wanted = messages.filter(({ event_type }) => matchesType(endpoint.event_types, event_type));
      const failed = await countExhausted(tx, endpointId, window);
      const counts = `${wanted.length} messages that were never sent and ${failed} that failed for good`;
      const rest = messages.length === messagesMax ? ' There may be more: type it again.' : '';
      if (!isApplied) return { summary: `Would send ${endpointId} ${counts}.${rest}` };

      const now = toIso(clock.now());
      const { user_id: userId, is_ordered: isOrdered, is_enabled: isEnabled } = endpoint;
      const receiver = receiverOf(endpoint.url, isOrdered ? endpointId : null);
      const planned = wanted.map((message) => ({ ...message, delivery_id: `del_${ids.ulid()}`, receiver }));
      const recovering = { userId, endpoint: { endpointId, isOrdered, isEnabled }, ...window, now, limit: messagesMax };
      await recoverDeliveries(tx, recovering);
      await planDeliveries(tx, endpoint, planned, now);
      return { summary: `${endpointId} is sent ${counts}.${rest}` };
    }),
};

const windowOf = (args: AdminArgs): Window => {
  const from = momentOf(args.required('from'));
  const to = args.text('to') === undefined ? lastMoment : momentOf(args.required('to'));
  if (from === undefined || to === undefined)
    throw new UsageError('--from and --to are moments, such as 2026-11-25T14:00:00Z.');
  if (from >= to) throw new UsageError('--to must be after --from.');
  return { from, to };
};
