import './styles/rules.css';
import { CheckCircleIcon } from './icons/check-circle.tsx';
import { CircleIcon } from './icons/circle.tsx';
import { uiTexts } from './texts.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export type Rule = { text: string; met: boolean };

/** Rules shown before typing; each circle turns into a tick. */
export function RulesList({ label, rules, id }: { label: string; rules: readonly Rule[]; id?: string }) {
  return (
    <ul className="rules" aria-label={label} id={id}>
      {rules.map((rule) => (
        <li key={rule.text} data-met={rule.met}>
          {rule.met ? <CheckCircleIcon /> : <CircleIcon />}
          <span>
            {rule.text}
            <VisuallyHidden>{rule.met ? uiTexts.met : uiTexts.missing}</VisuallyHidden>
          </span>
        </li>
      ))}
    </ul>
  );
}
