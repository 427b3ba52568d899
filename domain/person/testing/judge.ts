import { addressErrors } from '../address.ts';
import { personalErrors } from '../personal-data.ts';
import {
  CASES_ADDRESS,
  CASES_DAY,
  CASES_FOREIGNER,
  CASES_PERSON,
  CASES_UF,
  type FieldCase,
} from './index.ts';

const ADDRESS = 'personAddress.';

/** Error text of the rules for the field of a case; undefined when they accept it. */
export function judge({ field, value, of }: FieldCase): string | undefined {
  const person = of === 'foreigner' ? CASES_FOREIGNER : CASES_PERSON;
  const errors = field.startsWith(ADDRESS)
    ? addressErrors({ ...CASES_ADDRESS, [field.slice(ADDRESS.length)]: value }, CASES_UF, ADDRESS)
    : personalErrors({ ...person, [field]: value }, { today: CASES_DAY, place: 'profile' });
  return errors.find((error) => error.field === field)?.message;
}
