import type { Job } from '../platform/jobs.ts';

export { institutionFilter } from './filter.ts';
export { listOffers, type OfferFilter, offersQuery } from './list-offers.ts';
export { coursesOfOffer, polesOfCourse } from './options.ts';
export { routes } from './routes.ts';
export const jobs: readonly Job[] = [];
