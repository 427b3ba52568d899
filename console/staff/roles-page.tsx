import { ROLES, type Role, roles } from '@orbita/domain/staff';
import { Anchor } from '@orbita/ui/link';
import { rolesTexts as t } from '../texts/team.ts';
import { type Column, DataTable } from '../ui/data-table.tsx';
import { Content, Head } from '../ui/page.tsx';

const columns: readonly Column<Role>[] = [
  { key: 'role', title: t.role, className: 'nowrap', cell: (role) => roles[role].label },
  { key: 'does', title: t.does, className: 'line', cell: (role) => roles[role].description },
  {
    key: 'holders',
    title: t.holders,
    className: 'fit',
    cell: (role) => (
      <Anchor href={`/equipe?funcao=${role}`} aria-label={`${t.show}: ${roles[role].label}`}>
        {t.show}
      </Anchor>
    ),
  },
];

/** Table of roles in plain language: what each can do, and a link to its holders (spec 25.16). */
export default function RolesPage() {
  return (
    <Content>
      <Head title={t.title} lead={t.lead} />
      <DataTable caption={t.caption} columns={columns} rows={ROLES} idOf={(role) => role} empty={null} />
    </Content>
  );
}
