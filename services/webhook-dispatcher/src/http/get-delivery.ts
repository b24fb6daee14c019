import { type Operation } from '@repasse/chassis/http/operation';
import { type ApiResponse } from '@repasse/chassis/http/response';
import { type Database } from '@repasse/chassis/postgres/database';
import { findDelivery, listAttempts } from '../store/delivery-log';
import { ownerOf } from './caller';
import { deliveryNotFound } from './problems';
import { attemptView, deliveryView } from './views';

/** One delivery with every try: what was sent, when, how long, what the receiver answered. */
export const getDelivery = (db: Database): Operation => ({
  handle: (request) => deliveryAnswer(db, request.params['deliveryId'] ?? '', ownerOf(request)),
});

export const deliveryAnswer = async (db: Database, deliveryId: string, userId: number): Promise<ApiResponse> => {
  const delivery = await findDelivery(db, deliveryId, userId);
  if (delivery === undefined) throw deliveryNotFound(deliveryId);
  const attempts = await listAttempts(db, deliveryId);
  const attemptLog = attempts.map((attempt) => attemptView(attempt, delivery.webhook_id));
  return { status: 200, body: { ...deliveryView(delivery), payload: delivery.body, attemptLog } };
};
