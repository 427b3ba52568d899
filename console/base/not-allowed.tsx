import { carries, ROLES, roles, type Scope } from '@orbita/domain/staff';
import { Notice } from '@orbita/ui/notice';
import { shellTexts as t } from '../texts/shell.ts';
import { LockIcon } from '../ui/icons/lock.tsx';
import { Content, Head } from '../ui/page.tsx';

/** Labels of the roles that include one of these permissions. */
export const whoMay = (parts: readonly Scope[]): string[] =>
  ROLES.filter((role) => parts.some((part) => carries(roles[role].carries, part))).map(
    (role) => roles[role].label,
  );

/** Shown instead of a screen whose permission the person lacks (spec 25.3.2). */
export function NotAllowed({ title, parts }: { title: string; parts: readonly Scope[] }) {
  return (
    <Content>
      <Head title={title} />
      <Notice icon={LockIcon} title={t.forbidden}>
        {t.whoMay(whoMay(parts).join(', '))}
      </Notice>
    </Content>
  );
}

/** Shown instead of a screen of the whole tenant, to people with its permission for some institutions only (spec 25.1.2). */
export const ForWhole = ({ title }: { title: string }) => (
  <Content>
    <Head title={title} />
    <Notice icon={LockIcon} title={t.forWhole} />
  </Content>
);
