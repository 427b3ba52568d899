import { formatDate } from '@orbita/domain/foundation';
import { LinkAction } from '@orbita/ui/link-action';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { Fragment, type ReactNode, useId } from 'react';
import { contractTexts as t } from '../texts/contract.ts';
import './review-group.css';

/** A fact of a group; without a label the value speaks for itself. */
export type Said = { label?: string | undefined; value: string };

type GroupProps = {
  title: string;
  edit?: string | undefined;
  lead?: string | undefined;
  children?: ReactNode;
};

/** Related facts: their heading, the first fact, the others on one line, and one link to edit them all. */
export function Group({ title, edit, lead, children }: GroupProps) {
  const id = useId();
  return (
    <section className="review__group" aria-labelledby={id}>
      <h2 className="review__title" id={id}>
        {title}
      </h2>
      {edit && (
        <LinkAction href={edit}>
          <span>
            {t.edit}
            <VisuallyHidden> {title.toLowerCase()}</VisuallyHidden>
          </span>
        </LinkAction>
      )}
      <div className="review__said">
        {lead && (
          <p className="review__lead" translate="no">
            {lead}
          </p>
        )}
        {children}
      </div>
    </section>
  );
}

/** Short facts on one line, which wraps between them. */
export function Line({ facts }: { facts: readonly Said[] }) {
  if (facts.length === 0) return null;
  return (
    <p className="review__line">
      <span className="review__facts">
        {facts.map(({ label, value }) => (
          <Fragment key={`${label} ${value}`}>
            <span className="review__fact">
              {label && <span className="muted">{label} </span>}
              <span translate="no">{value}</span>
            </span>{' '}
          </Fragment>
        ))}
      </span>
    </p>
  );
}

type CourseProps = {
  name: string;
  place: string | null;
  ingressMode: string;
  modality: string;
  classStart: string | null;
  /** How the class is chosen, if there is one. */
  classRules: string | false;
  /** The institution, if the page does not name it. */
  institution?: string;
};

/** What is going to be studied, where, and from when. */
export function CourseGroup(course: CourseProps) {
  const { name, place, ingressMode, modality, classStart, classRules, institution } = course;
  return (
    <Group title={t.course} lead={place === null ? name : `${name}, ${place}`}>
      {institution && <p>{institution}</p>}
      <Line
        facts={[
          { value: ingressMode },
          { value: modality },
          ...(classStart ? [{ label: t.classStart, value: formatDate(classStart) }] : []),
        ]}
      />
      {classRules && <p className="small muted">{classRules}</p>}
    </Group>
  );
}
