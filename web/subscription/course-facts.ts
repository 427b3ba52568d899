import { appTexts as t } from '../texts/app.ts';
import type { Subscription } from './queries.ts';

/** Facts of the course bar; campus or pole only when the subscription shows it (spec 4.3). */
export const shownFacts = (
  s: Pick<Subscription, 'displayCampus' | 'campusPolo' | 'ingressMode' | 'modalityDescription'>,
) => [
  ...(s.displayCampus ? [{ label: t.campusOrPole, value: s.campusPolo }] : []),
  { label: t.ingress, value: s.ingressMode },
  { label: t.modality, value: s.modalityDescription },
];
