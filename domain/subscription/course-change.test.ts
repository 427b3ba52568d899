import { describe, expect, it } from 'vitest';
import { allStatuses, changeKeepsStatus, changeRefusal, type Facts, STATUS } from './index.ts';

const GOOD: Facts = { courseChangeAllowed: true, intakeActive: true, offerActive: true, vacancyFree: true };
const refusal = (status: number, changes: Partial<Facts> = {}) =>
  changeRefusal({ type: 'graduation' as never, status: status as never }, { ...GOOD, ...changes });

it('a change before the contract keeps the status', () => {
  expect(allStatuses.filter(changeKeepsStatus).sort((a, b) => a - b)).toEqual([
    1, 2, 3, 10, 14, 16, 17, 18, 19, 20,
  ]);
});

describe('a change of course or pole', () => {
  it.each([
    [{}, undefined],
    [{ courseChangeAllowed: false }, 'FORBIDDEN'],
    [{ intakeActive: false }, 'INTAKE_INACTIVE'],
    [{ offerActive: false }, 'OFFER_INACTIVE'],
    [{ vacancyFree: false }, 'NO_VACANCIES'],
    [{ courseChangeAllowed: false, intakeActive: false }, 'FORBIDDEN'],
    [{ intakeActive: false, offerActive: false, vacancyFree: false }, 'INTAKE_INACTIVE'],
    [{ offerActive: false, vacancyFree: false }, 'OFFER_INACTIVE'],
  ])('before the contract, with %j: %s', (changes, code) => {
    for (const status of [STATUS.Subscribed, STATUS.Evaluated]) expect(refusal(status, changes)).toBe(code);
  });
  it('is refused with its own code in statuses without such a row', () => {
    for (const status of [STATUS.Enrolled, STATUS.Canceled])
      expect(refusal(status)).toBe('CHANGE_UNAVAILABLE');
    expect(refusal(STATUS.TermsAccepted, { courseChangeAllowed: false })).toBe('FORBIDDEN');
  });
  it('after the contract is decided by the table, as long as nothing is paid', () => {
    const after = { courseChangeAfterContract: true, confirmedPayment: false };
    expect(refusal(STATUS.TermsAccepted, after)).toBeUndefined();
    expect(refusal(STATUS.TermsAccepted, { ...after, vacancyFree: false })).toBe('NO_VACANCIES');
    expect(refusal(STATUS.TermsAccepted, { ...after, intakeActive: false })).toBe('INTAKE_INACTIVE');
    expect(refusal(STATUS.TermsAccepted, { ...after, confirmedPayment: true })).toBe('CHANGE_UNAVAILABLE');
  });
});
