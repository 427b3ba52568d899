import type { Job } from '../platform/jobs.ts';
import { outboxJob } from './outbox.ts';

export { accessKeyDays, type IssuedKey, issueAccessKey, type KeyPurpose } from './access-key.ts';
export { hostOf, pageAddress, subscriptionAddress } from './address.ts';
export { type Notification, notify, type Recipient, type StoredAttachment } from './notify.ts';
export { routes } from './routes.ts';

export const jobs: readonly Job[] = [outboxJob];
export { personalData } from './personal-data.ts';
