import { appTexts as t } from '../texts/app.ts';
import type { Subscription } from './queries.ts';

type Numbered = Pick<Subscription, 'id' | 'studentLyceumId'>;

/** The number shown for an application: that of the enrolment once it has one (spec 4.3). */
export const numberText = ({ id, studentLyceumId }: Numbered): string =>
  studentLyceumId ? t.enrolmentNumber(studentLyceumId) : t.number(id);

/** Title of the course bar; an application with a fee has its own (spec 4.3). */
export const barTitle = (subscription: Numbered & Pick<Subscription, 'applicationType'>): string =>
  subscription.applicationType === 'tax' && !subscription.studentLyceumId
    ? `${t.taxBar} · ${numberText(subscription)}`
    : numberText(subscription);

/** Facts of the course bar; campus or pole only when the subscription shows it (spec 4.3). */
export const shownFacts = (
  s: Pick<Subscription, 'displayCampus' | 'campusPolo' | 'ingressMode' | 'modalityDescription'>,
) => [
  ...(s.displayCampus ? [{ label: t.campusOrPole, value: s.campusPolo }] : []),
  { label: t.ingress, value: s.ingressMode },
  { label: t.modality, value: s.modalityDescription },
];
