export { Repasse } from './repasse';
export { type CallOptions, type KeyedCallOptions, type RepasseOptions } from './transport/options';
export { ApiPromise, type AnswerInfo, type WithResponse } from './transport/answer';
export { List, type Page } from './transport/pages';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  isApiError,
  NotFoundError,
  PermissionError,
  RateLimitedError,
  RepasseError,
  ServerError,
  TimeoutError,
  type Problem,
} from './transport/errors';
export { type FeedEvent, type FollowOptions } from './follow-events';
export { Webhooks, type UnwrapOptions, type WebhookEvent, type WebhookEventType } from './webhooks/webhooks';
export { WebhookVerificationError } from './webhooks/signature';
export { fromMinor, toMinor } from './money';
export { type ErrorCode } from './generated/error-codes';
export { type components, type operations } from './generated/api';
export { version } from './version';
