import { Button } from '@orbita/ui/button';
import { Field } from '@orbita/ui/field';
import { TextInput } from '@orbita/ui/text-input';
import { copyText } from '@orbita/ui/use-copy.ts';
import { useState } from 'react';
import { secretTexts as t } from '../texts/secret.ts';

type SecretProps = { label: string; value: string };

/** A secret that is shown once: it exists only in this field, and a button copies it. */
export function Secret({ label, value }: SecretProps) {
  const [said, setSaid] = useState('');
  const copy = async () => setSaid((await copyText(value)) ? t.copied : t.notCopied);
  return (
    <div className="stack">
      <p>{t.help}</p>
      <Field label={label}>
        <TextInput readOnly code value={value} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <div className="row">
        <Button kind="outline" onClick={() => void copy()}>
          {t.copy}
        </Button>
        <span role="status">{said}</span>
      </div>
    </div>
  );
}
