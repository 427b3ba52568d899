export type VacanciesState = 'open' | 'last' | 'full';

/** At or below this number of vacancies the catalogue says "últimas vagas": a tenth of all, at least one. */
const lastPlaces = (vacancies: number) => Math.max(1, Math.floor(vacancies / 10));

/** Vacancy state of an offer, course and pole (spec 7.4); a place is taken once the contract is accepted. */
export function vacanciesState(vacancies: number, taken: number): VacanciesState {
  const free = vacancies - taken;
  if (free <= 0) return 'full';
  return free <= lastPlaces(vacancies) ? 'last' : 'open';
}

/** Overall state of several poles of a course: the best of them. */
export function bestVacancies(states: readonly VacanciesState[]): VacanciesState {
  if (states.includes('open')) return 'open';
  return states.includes('last') ? 'last' : 'full';
}

export const VACANCY_LABELS: Record<VacanciesState, string> = {
  open: 'Vagas abertas',
  last: 'Últimas vagas',
  full: 'Sem vagas',
};
