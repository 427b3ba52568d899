import { holds, useMe } from '../base/me.ts';
import { type Screen, useScreens } from '../base/screen.ts';
import { ELSEWHERE, besideTexts as t } from '../texts/elsewhere.ts';
import { Section } from '../ui/page.tsx';

/** Whether a part opens a screen of its own; Início is everybody's and shows nobody's work. */
export const opensScreen = (part: string, screens: readonly Pick<Screen, 'parts'>[]): boolean =>
  screens.some(({ parts }) => (parts as readonly string[]).includes(part));

/** Work of the person that no screen shows: it is named, so that nobody takes its silence for nothing to do (spec 25.5). */
export function Elsewhere() {
  const me = useMe();
  const screens = useScreens();
  const named = ELSEWHERE.filter(
    ({ parts }) => holds(me, parts) && !parts.some((part) => opensScreen(part, screens)),
  );
  if (named.length === 0) return null;
  return (
    <Section title={t.elsewhere}>
      <p className="meta">{t.elsewhereHelp}</p>
      <ul className="lines">
        {named.map(({ what }) => (
          <li key={what} className="lines__item">
            {what}
          </li>
        ))}
      </ul>
    </Section>
  );
}
