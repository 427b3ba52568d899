import type { ReactNode } from 'react';
import './styles/notice.css';
import type { IconComponent } from './icon.tsx';
import { AlertIcon } from './icons/alert.tsx';
import { CheckCircleIcon } from './icons/check-circle.tsx';
import { ClockIcon } from './icons/clock.tsx';
import { InfoIcon } from './icons/info.tsx';

export type NoticeKind = 'info' | 'success' | 'warning' | 'danger';

const icons: Record<NoticeKind, IconComponent> = {
  info: InfoIcon,
  success: CheckCircleIcon,
  warning: ClockIcon,
  danger: AlertIcon,
};

export type NoticeProps = {
  kind?: NoticeKind;
  title?: ReactNode;
  /** Heading level that fits the page; use `p` for a title outside the page's outline. */
  titleAs?: 'h1' | 'h2' | 'h3' | 'h4' | 'p';
  icon?: IconComponent;
  /** `alert` for what has just gone wrong, `status` for what has just changed. */
  role?: 'alert' | 'status';
  /** One or two sentences as paragraphs, at most one link. */
  children?: ReactNode;
};

/** Bold title and a sentence or two, on tinted paper. */
export function Notice({ kind = 'info', title, titleAs: Title = 'p', icon, role, children }: NoticeProps) {
  const Sign = icon ?? icons[kind];
  return (
    <div className={`notice notice--${kind}`} role={role}>
      <Sign />
      {title && (
        <Title className="notice__title" tabIndex={Title === 'h1' ? -1 : undefined}>
          {title}
        </Title>
      )}
      {typeof children === 'string' ? <p>{children}</p> : children}
    </div>
  );
}
