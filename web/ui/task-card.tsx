import { type ReactNode, useId } from 'react';
import '../styles/task-card.css';
import { Card } from './card.tsx';

export type TaskCardProps = {
  chip: ReactNode;
  title: ReactNode;
  titleAs?: 'h2' | 'h3';
  /** Lines under the title: level, campus, form of entry. */
  facts: readonly string[];
  ring?: ReactNode;
  /** One sentence on what is missing. */
  next: ReactNode;
  deadline?: ReactNode;
  /** The one button. */
  action: ReactNode;
  /** Small print left and right: number and date. */
  meta?: readonly ReactNode[];
  /** Something is due today: brand edge, and the only filled button of the page. */
  urgent?: boolean;
};

/** One application in the portal: where it stands and the one thing to do. */
export function TaskCard(props: TaskCardProps) {
  const { chip, title, titleAs: Title = 'h3', facts, ring, next, deadline, action, meta, urgent } = props;
  const id = useId();
  return (
    <Card as="article" aria-labelledby={id} className="task-card" data-urgent={urgent || undefined}>
      <div className="task-card__head">
        <div>
          {chip}
          <Title className="task-card__title" id={id}>
            {title}
          </Title>
          <p className="task-card__facts">
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        </div>
        {ring}
      </div>
      <div className="task-card__next">
        <p>{next}</p>
        {deadline}
      </div>
      <div className="task-card__foot">
        {action}
        {meta && (
          <p className="task-card__meta">
            {meta.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: fixed places, never reordered
              <span key={index}>{item}</span>
            ))}
          </p>
        )}
      </div>
    </Card>
  );
}

/** Grid of task cards: one column on phones, three from 1280. */
export function TaskCards({ children }: { children: ReactNode }) {
  return <div className="task-cards">{children}</div>;
}
