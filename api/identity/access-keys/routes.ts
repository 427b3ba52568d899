import { type Route, route } from '../../platform/http/route.ts';
import { exchangeKey, exchangeKeyOf } from './exchange.ts';

/** Routes for exchanging access keys (spec 5.2, 5.4). */
export const accessKeyRoutes = (): Route[] => [
  route('GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}', exchangeKey),
  route('GET /candidate/auth/{subscriptionId}/checkaccesskey/{key}/usertoken/{userToken}', exchangeKeyOf),
];
