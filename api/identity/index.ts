import type { Job } from '../platform/jobs.ts';
import { cleanUp } from './clean-up.ts';

export { revokeAccessKey, revokeAccessKeys, serveShortAddresses } from './access-keys/index.ts';
export {
  type ChallengeOrder,
  type ChallengePurpose,
  createChallenge,
  type SentChallenge,
  type Verified,
  verifyChallenge,
} from './challenge.ts';
export { issueHandoff } from './handoff.ts';
export { hashPassword } from './password-hash.ts';
export { routes } from './routes.ts';
export { companionHashOf, livingSessions, REVOKED_CHANNEL } from './session.ts';
export { greetingCookies, secondsLeft } from './session-reply.ts';
export { confirmSignUp } from './sign-up.ts';
export const jobs: readonly Job[] = [cleanUp];
export { personalData } from './personal-data.ts';
