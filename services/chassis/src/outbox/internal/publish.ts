import { type Bus } from '../../bus/bus';
import { UnpublishableError } from '../../bus/internal/unpublishable';
import { faultPoint } from '../../faults/fault-point';
import { type Logger } from '../../log/logger';
import { type HeldOutbox } from './held-outbox';
import { placeOf, type AsideMessage, type OutboxMessage } from '../outbox-message';
import { inSendSpans } from './send-spans';

export interface PublishOptions {
  readonly bus: Pick<Bus, 'publish' | 'isOnOtherServer'>;
  readonly log: Logger;
}

/** Gives messages to the bus, in their order. */
export type Publish = (messages: readonly OutboxMessage[]) => Promise<void>;

/**
 * Publishes the batches of one round. A message that can never be published is set aside with those of its key behind
 * it, also those of the next batches, and the others go on.
 */
export const createPublish = (outbox: HeldOutbox, { bus, log }: PublishOptions): Publish => {
  const asidePlaces = new Set<string>();

  const withoutAside = async (messages: readonly OutboxMessage[], refusal?: UnpublishableError) => {
    const aside: AsideMessage[] = [];
    const rest: OutboxMessage[] = [];
    for (const message of messages) {
      const reason = refusal?.reasons.get(message) ?? null;
      if (reason === null && !asidePlaces.has(placeOf(message))) {
        rest.push(message);
        continue;
      }
      asidePlaces.add(placeOf(message));
      aside.push({ message, reason });
      const { id, topic, key, position } = message;
      const facts = { outboxId: id, topic, key, position, reason };
      if (reason !== null) log.error(facts, 'event cannot be published; its aggregate is set aside');
    }
    if (aside.length > 0) await outbox.reader.setAside(aside);
    return rest;
  };

  return async (messages) => {
    let rest = await withoutAside(messages);
    while (rest.length > 0) {
      const refusal = await send(outbox, bus, rest);
      if (refusal === undefined) return;
      const left = await withoutAside(rest, refusal);
      if (left.length === rest.length) throw refusal;
      rest = left;
    }
  };
};

/** Undefined when the bus has them; otherwise which of them it will never take. */
const send = async (
  outbox: HeldOutbox,
  bus: PublishOptions['bus'],
  messages: readonly OutboxMessage[],
): Promise<UnpublishableError | undefined> => {
  const { reader, commits } = outbox;
  // A crash of PostgreSQL must not take back an event that another server has.
  if (bus.isOnOtherServer && messages.some(({ wasFlushed }) => !wasFlushed)) await reader.awaitFlush();
  // A process that was stopped for a while must not send old events behind the new ones of its successor.
  await outbox.prove();
  try {
    await inSendSpans(messages, bus.isOnOtherServer, () => bus.publish(messages));
  } catch (fault) {
    if (fault instanceof UnpublishableError) return fault;
    throw fault;
  }
  faultPoint('relay.after_publish');
  reader.sent(messages);
  commits.sent(messages);
  return undefined;
};
