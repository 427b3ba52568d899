import { Chip } from '@orbita/ui/chip';
import { AlertIcon } from '@orbita/ui/icons/alert';
import { CheckIcon } from '@orbita/ui/icons/check';
import { CircleIcon } from '@orbita/ui/icons/circle';
import { questionnaireTexts as t } from '../texts/admission.ts';
import type { SectionWord } from './section-state.ts';

const LOOKS = {
  done: { status: 'approved', icon: CheckIcon, text: t.done },
  missing: { status: 'pending', icon: CircleIcon, text: t.missing },
  empty: { status: 'neutral', icon: CircleIcon, text: t.optional },
  stale: { status: 'rejected', icon: AlertIcon, text: t.stale },
} as const;

/** The state of a section, in words. */
export function SectionChip({ word }: { word: SectionWord }) {
  const { status, icon, text } = LOOKS[word];
  return (
    <Chip status={status} icon={icon}>
      {text}
    </Chip>
  );
}
