import type { ReactNode } from 'react';
import './styles/course-bar.css';
import { Bar, BarEnd } from './bar.tsx';
import { barTexts } from './bar-texts.ts';
import { Facts } from './facts.tsx';
import { type Help, HelpMenu } from './help.tsx';
import { IconLink } from './icon-button.tsx';
import { ArrowLeftIcon } from './icons/arrow-left.tsx';
import { ChevronDownIcon } from './icons/chevron-down.tsx';
import { DotsIcon } from './icons/dots.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import { shorten } from './shorten.ts';
import { uiTexts } from './texts.ts';
import { useDetailsPopup } from './use-details.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export type CourseBarProps = {
  /** Omitted under an access key. */
  backHref?: string | undefined;
  backLabel?: string;
  /** Full name; the bar shows 60 characters, the popup all of it. */
  course: string;
  /** Line under the name: "Matrícula · nº 1042". */
  meta: ReactNode;
  /** Campus, form of entry, modality: in the popup, and in the bar from 1000 px on. */
  facts: readonly { label: string; value: string }[];
  help?: Help | undefined;
  onHelpDismissed?: () => void;
  menu?: readonly MenuItem[];
};

/** Bar of every page inside one application. */
export function CourseBar(props: CourseBarProps) {
  const { backHref, backLabel = uiTexts.back, course, meta, facts, help, onHelpDismissed, menu = [] } = props;
  const popup = useDetailsPopup();
  return (
    <Bar>
      {backHref && <IconLink icon={ArrowLeftIcon} label={backLabel} href={backHref} />}
      <details className="course-bar__course" ref={popup}>
        <summary>
          <span className="course-bar__title">
            <b translate="no">{shorten(course)}</b>
            <span>{meta}</span>
          </span>
          <ChevronDownIcon small />
          <VisuallyHidden>{barTexts.details}</VisuallyHidden>
        </summary>
        <div className="course-bar__details">
          <Facts asWritten facts={[{ label: 'Curso', value: course }, ...facts]} />
        </div>
      </details>
      {facts.length > 0 && (
        <dl className="course-bar__facts only-wide">
          {facts.map((fact) => (
            <div key={fact.label}>
              <dt>{fact.label}</dt>
              <dd translate="no">{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      <BarEnd>
        {help && <HelpMenu help={help} onDismiss={onHelpDismissed} />}
        {menu.length > 0 && (
          <Menu items={menu}>
            <DotsIcon />
            <VisuallyHidden>{barTexts.more}</VisuallyHidden>
          </Menu>
        )}
      </BarEnd>
    </Bar>
  );
}
