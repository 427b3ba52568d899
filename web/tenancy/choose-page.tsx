import { Page, PageHead } from '@orbita/ui/page';
import { useTitle } from '../base/title.ts';
import { institutionTexts as t } from '../texts/tenancy.ts';
import { InstitutionList } from './institution-list.tsx';

/** S-10b as a page: for visitors who opened the courses of a group host without choosing an institution. */
export function ChooseInstitution() {
  useTitle(t.title);
  return (
    <Page width="task">
      <PageHead title={t.title} lead={t.lead} />
      <InstitutionList />
    </Page>
  );
}
