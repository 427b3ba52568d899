import type { Job } from '../platform/jobs.ts';
import { outboxJob } from './outbox.ts';
import { webhookJob } from './webhooks/deliver.ts';

export { accessKeyDays, type IssuedKey, issueAccessKey, type KeyPurpose } from './access-key.ts';
export { hostOf, pageAddress, subscriptionAddress } from './address.ts';
export { type Notification, notify, type Recipient, type StoredAttachment } from './notify.ts';
export { resendMessage } from './resend.ts';
export { routes } from './routes.ts';

export const jobs: readonly Job[] = [outboxJob, webhookJob];
export { personalData } from './personal-data.ts';
export { addressOffence } from './webhooks/guard.ts';
export { newSecret, sealSecret } from './webhooks/sign.ts';
export { hasListener, tellInstitution } from './webhooks/write.ts';
