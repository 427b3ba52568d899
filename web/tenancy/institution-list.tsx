import { textOf } from '@orbita/client/errors.ts';
import { ActionList } from '@orbita/ui/action-list';
import { Empty } from '@orbita/ui/empty';
import { BuildingIcon } from '@orbita/ui/icons/building';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { useQuery } from '@tanstack/react-query';
import { institutionTexts as t } from '../texts/tenancy.ts';
import { coursesOfInstitution, openOnes } from './institution.ts';
import { institutionsQuery } from './queries.ts';

/** Institutions with open offers, each linking to its courses; `onChoose` is called first. */
export function InstitutionList({ onChoose }: { onChoose?: () => void }) {
  const { data, error, refetch } = useQuery(institutionsQuery);
  if (data) {
    const open = openOnes(data);
    if (open.length === 0) return <Empty mark="question" title={t.none} text={t.noneHelp} />;
    return (
      <ActionList
        items={open.map(({ code, name, logo, activeOffers }) => ({
          key: code,
          icon: BuildingIcon,
          ...(logo ? { image: logo } : {}),
          title: name,
          note: t.offers(activeOffers),
          href: coursesOfInstitution(code),
          ...(onChoose ? { onClick: onChoose } : {}),
        }))}
      />
    );
  }
  if (error) {
    return (
      <LoadFailed title={t.failed} onRetry={() => refetch()}>
        <p>{textOf(error)}</p>
      </LoadFailed>
    );
  }
  return (
    <Loading label={t.loading}>
      <Skeleton shape="button" />
      <Skeleton shape="button" />
    </Loading>
  );
}
