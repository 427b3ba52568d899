import { courseName, formatDate } from '@orbita/domain/foundation';
import { type ButtonKind, ButtonLink } from '@orbita/ui/button';
import { Deadline } from '@orbita/ui/deadline';
import { RingProgress } from '@orbita/ui/ring-progress';
import { TaskCard } from '@orbita/ui/task-card';
import { tenantDate } from '../base/zone.ts';
import { levelTexts, taskTexts } from '../texts/portal.ts';
import { numberText } from './course-facts.ts';
import { drawnSteps } from './drawn-steps.ts';
import { deadlineText } from './portal-lead.ts';
import type { SubscriptionCard } from './queries.ts';
import { SubscriptionChip } from './subscription-chip.tsx';
import { progressOf, type Task } from './task.ts';

export type PortalCardProps = {
  card: SubscriptionCard;
  /** Short name of its institution, if a person may have applications at several. */
  institution?: string | undefined;
  task: Task;
  urgent: boolean;
  /** The only filled button of the page. */
  filled: boolean;
  /** It is the only application. */
  alone: boolean;
  now: number;
};

const buttonOf = (task: Task, filled: boolean): ButtonKind =>
  filled ? 'primary' : task.kind === 'act' ? 'tonal' : 'outline';

const nextOf = (card: SubscriptionCard, task: Task) => {
  const start = card.academicClassDate ?? card.intake.classStartDate;
  return card.subscriptionStatus === 7 && start ? taskTexts.classesStart(formatDate(start)) : task.next;
};

/** One application of the portal (S-10). */
export function PortalCard({ card, institution, task, urgent, filled, alone, now }: PortalCardProps) {
  const level = levelTexts[card.educationLevelType];
  const place = card.displayCampus ? `${level} · ${card.campusPolo}` : level;
  return (
    <TaskCard
      urgent={urgent}
      chip={<SubscriptionChip card={card} />}
      title={<span title={card.courseName}>{courseName(card.courseName)}</span>}
      facts={institution ? [institution, place, card.ingressMode] : [place, card.ingressMode]}
      steps={alone ? drawnSteps(card.steps).map(({ href: _, ...step }) => step) : undefined}
      ring={<RingProgress {...progressOf(card.steps)} />}
      next={nextOf(card, task)}
      deadline={
        task.deadline && (
          <Deadline remainingMs={task.deadline.at.getTime() - now}>
            {deadlineText(task.deadline, now)}
          </Deadline>
        )
      }
      action={
        <ButtonLink kind={buttonOf(task, filled)} block href={task.href}>
          {task.action}
          <span className="visually-hidden"> — {card.courseName}</span>
        </ButtonLink>
      }
      meta={[numberText(card), tenantDate(card.createdAt)]}
    />
  );
}
