import { part } from '../app/part.tsx';
import type { PartProps } from './data-step.tsx';

/** Last part of the data, where the contract is read and accepted (S-28): fetched together with its calls, or ahead. */
export const reviewPart = part<PartProps>(() => import('../contract/review-page.tsx'));
