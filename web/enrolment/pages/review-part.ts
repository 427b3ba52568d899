import { part } from '../../base/part.tsx';
import type { PartProps } from '../part-props.ts';

/**
 * Last part of the data, where the contract is read and accepted (S-28): its file is fetched together with its calls, or ahead.
 */
export const reviewPart = part<PartProps>(() => import('../../contract/review-page.tsx'));
