import type { CallKey, calls } from '../../index.ts';
import type { Example } from '../records.ts';
import { approvalExamples } from './approvals.ts';
import { essayExamples } from './essays.ts';
import { exportExamples } from './exports.ts';
import { frontDeskExamples } from './front-desk.ts';
import { moneyExamples } from './money.ts';
import { onBehalfExamples } from './on-behalf.ts';
import { partExamples } from './parts.ts';
import { peopleExamples } from './people.ts';
import { provisioningExamples } from './provisioning.ts';
import { queueExamples } from './queues.ts';
import { reportExamples } from './reports.ts';
import { staffExamples } from './staff.ts';
import { workExamples } from './work.ts';

type ServiceKey = { [K in CallKey]: (typeof calls)[K]['auth'] extends 'service' ? K : never }[CallKey];

/** One worked example of every call of the institution's systems; a missing one is a compile error. */
export const teamExamples: Readonly<Record<ServiceKey, Example>> = {
  ...provisioningExamples,
  ...workExamples,
  ...essayExamples,
  ...peopleExamples,
  ...moneyExamples,
  ...partExamples,
  ...onBehalfExamples,
  ...frontDeskExamples,
  ...staffExamples,
  ...queueExamples,
  ...exportExamples,
  ...reportExamples,
  ...approvalExamples,
};
