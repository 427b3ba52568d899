import { notificationCalls } from './notifications.ts';
import { webhookEndpointCalls } from './webhook-endpoints.ts';
import { webhookCalls } from './webhooks.ts';

export { notification } from './notifications.ts';
export { deliveryState, webhookDelivery, webhookEndpoint } from './webhook-endpoints.ts';

export const messagingTeamCalls = {
  ...notificationCalls,
  ...webhookEndpointCalls,
  ...webhookCalls,
};
