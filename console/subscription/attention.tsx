import type { Attention } from '@orbita/domain/payment';
import type { Card } from '../act/status.tsx';
import { attentionTexts } from '../texts/subscription.ts';
import { Mark } from '../ui/state.tsx';

/** The text of a mark; a code that this console does not know yet still asks for attention. */
export const attentionText = (code: string): string =>
  Object.hasOwn(attentionTexts.of, code) ? attentionTexts.of[code as Attention] : attentionTexts.other;

/** Why the team must look at an application's money, each reason in words (spec 25.6.1). */
export function AttentionMarks({ of: { attention } }: { of: Pick<Card, 'attention'> }) {
  const said = [...new Set(attention.map(attentionText))];
  return said.map((text) => (
    <Mark key={text} kind="danger">
      {text}
    </Mark>
  ));
}
