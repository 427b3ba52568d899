import { type ReactNode, useId } from 'react';
import './styles/course.css';
import { Card } from './card.tsx';
import type { IconComponent } from './icon.tsx';

export type CourseCardProps = {
  title: ReactNode;
  chip?: ReactNode;
  meta: readonly { icon?: IconComponent; text: string }[];
  /** Small text before it, large price, unit: "a partir de", "R$ 389,00", "por mês". */
  price?: { lead?: string; value: string; unit?: string };
  /** The button, or the reason there is none. */
  action: ReactNode;
};

/** One course in the catalogue. */
export function CourseCard({ title, chip, meta, price, action }: CourseCardProps) {
  const id = useId();
  return (
    <Card as="article" aria-labelledby={id} className="course-card">
      <div className="course-card__head">
        <h3 id={id} translate="no">
          {title}
        </h3>
        {chip}
      </div>
      <p className="course-card__meta">
        {meta.map(({ icon: Icon, text }) => (
          <span key={text}>
            {Icon && <Icon small />}
            {text}
          </span>
        ))}
      </p>
      <div className="course-card__foot">
        {price && (
          <p className="course-card__price">
            {price.lead}
            <b>
              <span translate="no">{price.value}</span>
              {price.unit && <span className="course-card__unit"> {price.unit}</span>}
            </b>
          </p>
        )}
        {action}
      </div>
    </Card>
  );
}

/** One column on phones, as many as fit from 768 px on. */
export function CourseList({ children }: { children: readonly ReactNode[] }) {
  return (
    <ul className="course-list">
      {children.map((child, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the child carries its own identity
        <li key={index}>{child}</li>
      ))}
    </ul>
  );
}
