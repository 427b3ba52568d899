import type { DocumentType } from '@orbita/domain/foundation';
import { DOCUMENT_LABELS, documentTypes } from '@orbita/domain/identity';
import { Field } from '@orbita/ui/field';
import { forceCase } from '@orbita/ui/forced-case.ts';
import { MaskedInput } from '@orbita/ui/masked-input';
import { cpfMask } from '@orbita/ui/masks.ts';
import { Segmented } from '@orbita/ui/segmented';
import { TextInput } from '@orbita/ui/text-input';
import { settings } from '../base/settings.ts';
import { identityTexts as t } from '../texts/identity.ts';

export type DocumentFieldProps = {
  /** If two forms are on one page, each has its own ids. */
  id?: string;
  type: DocumentType;
  value: string;
  error: string | undefined;
  onType: (type: DocumentType) => void;
  onValue: (value: string) => void;
};

const options = () =>
  documentTypes(settings.flags.usePassport).map((value) => ({ value, label: DOCUMENT_LABELS[value] }));

/** Kind of document and its number; passports only if the tenant accepts them. */
export function DocumentField({ id = 'document', type, value, error, onType, onValue }: DocumentFieldProps) {
  return (
    <>
      <Segmented
        legend={t.document}
        name={`${id}Type`}
        options={options()}
        value={type}
        onChange={(event) => onType(event.target.value as DocumentType)}
      />
      <Field id={id} label={DOCUMENT_LABELS[type]} error={error}>
        {type === 'cpf' ? (
          <MaskedInput
            mask={cpfMask}
            name="document"
            autoComplete="username"
            value={value}
            onChange={(event) => onValue(event.target.value)}
          />
        ) : (
          <TextInput
            code
            key={type}
            name="document"
            autoComplete="username"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            maxLength={20}
            value={value}
            onChange={(event) => {
              forceCase(event.currentTarget, 'upper', event);
              onValue(event.currentTarget.value);
            }}
            onBlur={(event) => onValue(event.currentTarget.value.toUpperCase())}
          />
        )}
      </Field>
    </>
  );
}
