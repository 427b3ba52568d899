/** Kind of an ingress mode, from the catalogue (spec 7.1). */
export type IngressKind = 'online-essay' | 'scheduled-test' | 'exam-score' | 'document-analysis' | 'none';

/** Type of an application (spec 7.1); `tax` is postgraduate with a fee. */
export type ApplicationType = 'graduation' | 'essay' | 'postgraduate' | 'extension' | 'tax';

export const applicationTypes: readonly ApplicationType[] = [
  'graduation',
  'essay',
  'postgraduate',
  'extension',
  'tax',
];

/** Template number of an offer [seed]: Graduation 1, PosGraduation 2, Extension 3, PosGraduationSubscriptionTax 4. */
export type EducationLevelType = 1 | 2 | 3 | 4;

/** Who moves a subscription. */
export type Actor = 'candidate' | 'system' | 'operations';

export type DocumentStage = 'after-payment' | 'before-payment' | 'none';

/** The application type, derived from the template number and the ingress kind (spec 7.1). */
export function applicationType(level: EducationLevelType, kind: IngressKind): ApplicationType {
  if (level === 1) return kind === 'online-essay' ? 'essay' : 'graduation';
  if (level === 2) return 'postgraduate';
  return level === 3 ? 'extension' : 'tax';
}

/** Stage of the enrolment documents: as configured, otherwise by type; for essays always after payment (spec 8.4). */
export function documentStageOf(type: ApplicationType, configured?: DocumentStage | null): DocumentStage {
  if (type === 'essay') return 'after-payment';
  return configured ?? (type === 'extension' ? 'none' : 'after-payment');
}

const ROUTE: Readonly<Record<ApplicationType, string>> = {
  graduation: '/subscriptions',
  essay: '/subscriptions/essays',
  postgraduate: '/subscriptions/pos',
  extension: '/subscriptions/ext',
  tax: '/subscriptions/tax',
};

/** Route of a subscription by its type (spec 4.1), without the base path of the application. */
export const routeOf = (type: ApplicationType, id: number): string => `${ROUTE[type]}/${id}`;

/** Route of the class choice: only postgraduate has a separate address for it (spec 4.1). */
export const classRouteOf = (type: ApplicationType, id: number): string =>
  type === 'postgraduate' ? `/subscriptions/pos/classes/${id}` : routeOf(type, id);
