export { type ToldAgain, toldAgain } from './history.ts';
export * from './live-events.ts';
export {
  type MailLook,
  type NotificationData,
  neededData,
  type Rendered,
  renderNotification,
} from './render.ts';
export { fitSms, plainSms, SMS_LENGTH } from './sms.ts';
export type { Channel, LinkKind, MessageRow, Template, Wording } from './template.ts';
export { isResendable, isTemplateId, TEMPLATES, type TemplateId, templateOf } from './templates.ts';
