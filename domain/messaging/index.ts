export * from './live-events.ts';
export {
  type MailLook,
  type NotificationData,
  neededData,
  type Rendered,
  renderNotification,
} from './render.ts';
export { fitSms, plainSms, SMS_LENGTH } from './sms.ts';
export {
  type Channel,
  isTemplateId,
  type LinkKind,
  TEMPLATES,
  type Template,
  type TemplateId,
  templateOf,
  type Wording,
} from './templates.ts';
