import { OPEN_CHARGE_STATES } from '@orbita/domain/payment';
import type { Sql } from 'sql-template-tag';
import { literals } from '../../platform/database/literals.ts';

/** For `state in ${OPEN_CHARGE}`: charges that can still be paid. */
export const OPEN_CHARGE: Sql = literals(OPEN_CHARGE_STATES);
