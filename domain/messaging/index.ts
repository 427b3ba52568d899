export { shownDelivery } from './delivery.ts';
export { shownMessage } from './history.ts';
export * from './live-events.ts';
export {
  LEFT_OUT,
  LEFT_OUT_NAMES,
  type LeftOut,
  leftOut,
  REMINDER,
  REMINDER_KINDS,
  REMINDERS,
  type ReminderKind,
} from './reminders.ts';
export {
  type NotificationData,
  neededData,
  type Rendered,
  renderNotification,
} from './render.ts';
export { sampleNotification } from './sample.ts';
export { fitSms, plainSms } from './sms.ts';
export type { Channel, MessageRow } from './template.ts';
export {
  hasPhoneText,
  isResendable,
  isTemplateId,
  mayGoByWhatsApp,
  mayHaveParagraph,
  TEMPLATES,
  type TemplateId,
  templateOf,
} from './templates.ts';
export {
  asksToStop,
  MOST_WHATSAPP_TRIES,
  phonesOf,
  templateValue,
  whatsAppTrouble,
} from './whatsapp.ts';
