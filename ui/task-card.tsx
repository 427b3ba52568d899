import { type ReactNode, useId } from 'react';
import './styles/task-card.css';
import { Card } from './card.tsx';
import { classes } from './classes.ts';
import { StepList } from './step-list.tsx';
import type { Step } from './steps.ts';
import { StepsCompact } from './steps-compact.tsx';

export type TaskCardProps = {
  chip: ReactNode;
  title: ReactNode;
  /** Lines under the title: level, campus, form of entry. */
  facts: readonly string[];
  ring?: ReactNode;
  /** A single application takes the whole width, with its steps instead of a ring. */
  steps?: readonly Step[] | undefined;
  /** One sentence about what is missing. */
  next: ReactNode;
  deadline?: ReactNode;
  /** The one button. */
  action: ReactNode;
  /** Small print left and right: number and date. */
  meta?: readonly ReactNode[];
  /** Something is due today: brand edge, and the only filled button of the page. */
  urgent?: boolean;
};

/** One application in the portal: its status and the one thing to do. */
export function TaskCard(props: TaskCardProps) {
  const { chip, title, facts, ring, steps, next, deadline, action, meta, urgent } = props;
  const id = useId();
  return (
    <Card
      as="article"
      aria-labelledby={id}
      className={classes('task-card', steps && 'task-card--wide')}
      data-urgent={urgent || undefined}
    >
      <div className="task-card__head">
        <div>
          {chip}
          <h3 className="task-card__title" id={id}>
            {title}
          </h3>
          <p className="task-card__facts">
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        </div>
        {!steps && ring}
      </div>
      <div className="task-card__next">
        <p>{next}</p>
        {deadline}
      </div>
      {steps && (
        <div className="task-card__way">
          <div className="only-narrow">
            <StepsCompact steps={steps} />
          </div>
          <div className="only-wide">
            <StepList steps={steps} row />
          </div>
        </div>
      )}
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

/** Grid of task cards: one column on phones and for a single card, three from 1280 px on. */
export function TaskCards({ alone, children }: { alone?: boolean; children: ReactNode }) {
  return <div className={classes('task-cards', alone && 'task-cards--alone')}>{children}</div>;
}
