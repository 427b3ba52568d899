import { notificationCalls } from './notifications.ts';
import { templateCalls } from './templates.ts';
import { webhookEndpointCalls } from './webhook-endpoints.ts';
import { webhookCalls } from './webhooks.ts';

export const messagingTeamCalls = {
  ...notificationCalls,
  ...templateCalls,
  ...webhookEndpointCalls,
  ...webhookCalls,
};
