import { appTexts as t } from '../texts/app.ts';
import type { Subscription } from './queries.ts';

/** Title of the course bar; an application with a fee has its own (spec 4.3). */
export const barTitle = ({ applicationType }: Pick<Subscription, 'applicationType'>): string =>
  applicationType === 'tax' ? t.taxBar : t.enrolment;

/** Facts of the course bar; campus or pole only when the subscription shows it (spec 4.3). */
export const shownFacts = (
  s: Pick<Subscription, 'displayCampus' | 'campusPolo' | 'ingressMode' | 'modalityDescription'>,
) => [
  ...(s.displayCampus ? [{ label: t.campusOrPole, value: s.campusPolo }] : []),
  { label: t.ingress, value: s.ingressMode },
  { label: t.modality, value: s.modalityDescription },
];
