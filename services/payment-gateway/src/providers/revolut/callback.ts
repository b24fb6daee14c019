import { lenient, matcher, object, text } from '@repasse/chassis/schema/schema';

/** What a callback names. It has no id of its own and no reason: it only says where to look. */
export interface RevolutCallback {
  readonly event: string | undefined;
  readonly orderId: string | undefined;
  /** Our reference of the order, where it has one. */
  readonly reference: string | undefined;
}

export const readCallback = (body: unknown): RevolutCallback => {
  const named = callbackIn(body);
  return { event: named?.event, orderId: named?.order_id, reference: named?.merchant_order_ext_ref };
};

const callbackIn = matcher(
  object({ event: lenient(text), order_id: lenient(text), merchant_order_ext_ref: lenient(text) }),
);
