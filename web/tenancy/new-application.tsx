import { Button, type ButtonKind, ButtonLink } from '@orbita/ui/button';
import { Dialog } from '@orbita/ui/dialog';
import type { IconComponent } from '@orbita/ui/icon';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { settings } from '../base/settings.ts';
import { institutionTexts as t } from '../texts/tenancy.ts';
import { coursesOfInstitution, openOnes } from './institution.ts';
import { InstitutionList } from './institution-list.tsx';
import { institutionsQuery } from './queries.ts';

type NewApplicationProps = {
  kind?: ButtonKind;
  block?: boolean;
  icon?: IconComponent;
  children: ReactNode;
};

/** Link to a new application: on a group host it asks for the institution first (S-10b), unless there is only one. */
export function NewApplication({ children, ...look }: NewApplicationProps) {
  const group = settings.institution === null;
  const { data } = useQuery({ ...institutionsQuery, enabled: group });
  const [asking, setAsking] = useState(false);
  if (!group) {
    return (
      <ButtonLink {...look} href="/course">
        {children}
      </ButtonLink>
    );
  }
  const open = data && openOnes(data);
  const [only] = open ?? [];
  if (only && open?.length === 1) {
    return (
      <ButtonLink {...look} href={coursesOfInstitution(only.code)}>
        {children}
      </ButtonLink>
    );
  }
  return (
    <>
      <Button {...look} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {children}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={t.title}>
        <p>{t.lead}</p>
        <InstitutionList onChoose={() => setAsking(false)} />
      </Dialog>
    </>
  );
}
