import { carries, ROLES, roles, type Scope } from '@orbita/domain/staff';
import { Notice } from '@orbita/ui/notice';
import { shellTexts as t } from '../texts/shell.ts';
import { LockIcon } from '../ui/icons/lock.tsx';
import { Content, Head } from '../ui/page.tsx';

/** Labels of the roles that carry one of these parts. */
export const whoMay = (parts: readonly Scope[]): string[] =>
  ROLES.filter((role) => parts.some((part) => carries(roles[role].carries, part))).map(
    (role) => roles[role].label,
  );

/** In place of a screen whose part the person does not hold (spec 25.3.2). */
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

/** In place of a screen of the whole tenant, for who holds its part for some institutions alone (spec 25.1.2). */
export const ForWhole = ({ title }: { title: string }) => (
  <Content>
    <Head title={title} />
    <Notice icon={LockIcon} title={t.forWhole} />
  </Content>
);
