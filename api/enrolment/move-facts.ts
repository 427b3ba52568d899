import { STATUS } from '@orbita/domain/subscription';
import type { FactReader } from '../subscription/facts.ts';
import { enrolmentFacts } from './facts.ts';

/** Completeness of the enrolment data: needed before the contract (TR-70) and when data are missing (TR-03). */
export const enrolmentFact: FactReader = async (tx, platform, row) => {
  if (row.status !== STATUS.Evaluated && row.status !== STATUS.PendingInformation) return {};
  const { minor, useDisciplines, complete, information } = await enrolmentFacts(tx, {
    subscriptionId: row.id,
    now: platform.clock.now(),
  });
  return {
    minor,
    informationComplete: information,
    dataComplete: complete.personal && complete.schooling,
    guardianComplete: complete.guardian,
    usesDisciplines: useDisciplines,
    disciplinesComplete: complete.disciplines,
  };
};
