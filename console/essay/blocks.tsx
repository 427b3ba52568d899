import { Button } from '@orbita/ui/button';
import { Disclosure } from '@orbita/ui/disclosure';
import { Field } from '@orbita/ui/field';
import { IconButton } from '@orbita/ui/icon-button';
import { TrashIcon } from '@orbita/ui/icons/trash';
import { Notice } from '@orbita/ui/notice';
import { TextInput } from '@orbita/ui/text-input';
import { useState } from 'react';
import { textOf } from '../base/api.ts';
import { useChoice } from '../base/choice.ts';
import { useMe } from '../base/me.ts';
import { essayTexts as t } from '../texts/essay.ts';

const MOST = 50;
const LONGEST = 2000;

type Props = { comment: string; onInsert: (text: string) => void; disabled: boolean };

/** Texts the grader writes often: stored with their preferences, inserted into the comment at the caret (spec 25.7). */
export function Blocks({ comment, onInsert, disabled }: Props) {
  const blocks = useMe().preferences.blocks ?? [];
  const choice = useChoice();
  const [name, setName] = useState('');
  const text = comment.trim();
  const mayKeep = name.trim() !== '' && text !== '' && text.length <= LONGEST && blocks.length < MOST;
  const keep = () => {
    if (!mayKeep) return;
    const others = blocks.filter((block) => block.name !== name.trim());
    choice.mutate({ blocks: [...others, { name: name.trim(), text }] }, { onSuccess: () => setName('') });
  };
  return (
    <Disclosure summary={t.blocks} className="blocks">
      {blocks.length === 0 ? (
        <p className="meta">{t.noBlocks}</p>
      ) : (
        <ul className="lines">
          {blocks.map((block) => (
            <li key={block.name} className="lines__item">
              <div className="blocks__text">
                <b>{block.name}</b>
                <small>{block.text}</small>
              </div>
              <Button
                kind="outline"
                small
                aria-label={t.insertNamed(block.name)}
                aria-disabled={disabled}
                onClick={() => onInsert(block.text)}
              >
                {t.insert}
              </Button>
              <IconButton
                icon={TrashIcon}
                label={t.removeNamed(block.name)}
                onClick={() => choice.mutate({ blocks: blocks.filter((one) => one !== block) })}
              />
            </li>
          ))}
        </ul>
      )}
      <Field label={t.blockName} hint={blocks.length < MOST ? t.blockNeeds : t.blocksFull}>
        <TextInput
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
      <div className="row">
        <Button kind="outline" small aria-disabled={!mayKeep} onClick={keep}>
          {t.keepBlock}
        </Button>
      </div>
      {choice.error && <Notice kind="danger" role="alert" title={textOf(choice.error)} />}
    </Disclosure>
  );
}
