import { Button } from '@orbita/ui/button';
import { Choice, Choices } from '@orbita/ui/choice';
import { Dialog } from '@orbita/ui/dialog';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { offeringTexts as t } from '../texts/offering.ts';

type FilterOption = { value: string; label: string; note?: string };

export type FilterDialogProps = {
  title: string;
  /** Label of the option that removes the filter. */
  all: string;
  options: readonly FilterOption[];
  value: string | null;
  loading?: boolean;
  onChoose: (value: string | null) => void;
  onClose: () => void;
};

/** One filter with all its options; the list behind changes at once. */
export function FilterDialog({ title, all, options, value, loading, onChoose, onClose }: FilterDialogProps) {
  const entries: readonly FilterOption[] = [{ value: '', label: all }, ...options];
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      foot={
        <Button block onClick={onClose}>
          {t.apply}
        </Button>
      }
    >
      <Choices legend={title} legendHidden>
        {entries.map((entry) => (
          <Choice
            key={entry.value}
            name="filtro"
            value={entry.value}
            title={entry.label}
            note={entry.note}
            checked={(value ?? '') === entry.value}
            onChange={() => onChoose(entry.value || null)}
          />
        ))}
      </Choices>
      {loading && (
        <Loading>
          <Skeleton shape="button" />
          <Skeleton shape="button" />
        </Loading>
      )}
    </Dialog>
  );
}
