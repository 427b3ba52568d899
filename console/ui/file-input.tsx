import { TextInput, type TextInputProps } from '@orbita/ui/text-input';

type Props = Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'onClick'> & {
  /** Called with what was chosen, and with nothing when choosing begins. */
  onPick: (files: readonly File[]) => void;
};

/**
 * A field for files, inside a Field. Each choice begins anew, because browsers report nothing when the same file, corrected
 * meanwhile, is chosen again.
 */
export const FileInput = ({ onPick, ...rest }: Props) => (
  <TextInput
    {...rest}
    type="file"
    onClick={({ currentTarget }) => {
      currentTarget.value = '';
      onPick([]);
    }}
    onChange={({ currentTarget }) => onPick([...(currentTarget.files ?? [])])}
  />
);
