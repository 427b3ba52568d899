import { notificationCalls } from './notifications.ts';
import { webhookEndpointCalls } from './webhook-endpoints.ts';
import { webhookCalls } from './webhooks.ts';

export const messagingTeamCalls = {
  ...notificationCalls,
  ...webhookEndpointCalls,
  ...webhookCalls,
};
