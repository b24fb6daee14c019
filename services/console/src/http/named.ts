import { type RequestHandler } from 'express';
import { localsOf } from './faults';

/** Names the route of a request for its log and metrics. */
export const named =
  (route: string): RequestHandler =>
  (_request, response, next) => {
    localsOf(response).route = route;
    next();
  };
