import { Field } from '@orbita/ui/field';
import { Select } from '@orbita/ui/select';
import { LoadingForm } from '@orbita/ui/skeleton';
import { typing } from '@orbita/ui/typing.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import { call } from '../base/api.ts';
import { AwaitedItem } from '../base/awaited-item.tsx';
import { holdsFor, useMe } from '../base/me.ts';
import { Failed } from '../base/states.tsx';
import { useScreenTitle } from '../base/title.ts';
import { templateTexts as t } from '../texts/institution.ts';
import { Content, Head, Section } from '../ui/page.tsx';
import { useRested } from '../ui/rested.ts';
import type { Entry } from './queries.ts';
import { SavePanel } from './save-panel.tsx';
import { SavedLine } from './saved-line.tsx';
import { type MessageTemplate, useTemplates, useWords } from './templates.ts';
import { useEdits } from './use-edits.ts';
import '../styles/catalogue.css';
import { LongText } from '../ui/long-text.tsx';

const MOST = 600;

/** E-12 `/mensagens/textos/{number}`: how a message reads, with the institution's paragraph (spec 25.15). */
export default function TemplatePage() {
  const { template: id = '' } = useParams();
  const { data, error, refetch } = useTemplates();
  const words = useWords();
  useScreenTitle(`${t.what} ${id}`);
  const template = data?.data.find((one) => one.id === id);
  if (template && !words.waits && !words.error)
    return <Message key={`${id} ${words.code}`} template={template} words={words} />;
  return (
    <AwaitedItem
      id={data && !template ? Number.NaN : 0}
      title={t.title}
      error={error ?? words.error}
      onRetry={() => (error ? refetch() : words.refetch())}
      texts={t}
      list="/mensagens/textos"
    />
  );
}

type Words = ReturnType<typeof useWords>;

function Message({ template, words }: { template: MessageTemplate; words: Words }) {
  const me = useMe();
  const { entry, code } = words;
  const may = entry !== undefined && template.mayHaveParagraph && holdsFor(me, ['catalogue.apply'], code);
  const before = words.paragraphs?.[template.id] ?? '';
  const [typed, setTyped] = useState<string>();
  const [variant, setVariant] = useState(template.variants[0] ?? '');
  const paragraph = useRested(typed ?? before);
  return (
    <Content split>
      <Head title={template.title} lead={t.invented} />
      <div className="stack">
        {template.variants.length > 1 && (
          <Field label={t.variant}>
            <Select
              options={template.variants.map((value, at) => ({
                value,
                label: at === 0 ? t.usual : value,
              }))}
              {...typing(variant, setVariant)}
            />
          </Field>
        )}
        <Preview
          template={template.id}
          variant={variant}
          institution={code}
          paragraph={may ? paragraph : undefined}
        />
      </div>
      <aside className="aside">
        {may && entry ? (
          <Paragraph
            template={template.id}
            entry={entry}
            before={before}
            typed={typed}
            onType={setTyped}
            paragraphs={words.paragraphs ?? {}}
          />
        ) : (
          <Section title={t.paragraph}>
            <p className="muted">{template.mayHaveParagraph ? t.readOnly : t.notHere}</p>
          </Section>
        )}
      </aside>
    </Content>
  );
}

type ParagraphProps = {
  template: string;
  entry: Entry;
  before: string;
  typed: string | undefined;
  onType: (text: string | undefined) => void;
  paragraphs: Record<string, string>;
};

function Paragraph({ template, entry, before, typed, onType, paragraphs }: ParagraphProps) {
  const text = typed ?? before;
  const { [template]: _, ...others } = paragraphs;
  const next = text.trim() === '' ? others : { ...others, [template]: text };
  const form = useEdits(`message ${template} ${entry.code}`, {
    edits:
      text === before
        ? []
        : [{ kind: 'institutions', code: entry.code, set: { mail: { paragraphs: next } } }],
    version: entry.version,
    discard: () => onType(undefined),
  });
  return (
    <div className="stack">
      <SavedLine of={form} />
      <LongText
        label={t.paragraph}
        hint={t.hint(Math.max(0, MOST - text.trim().length))}
        error={form.save.plan?.errors.find(({ field }) => field.endsWith(template))?.message}
        rows={6}
        most={MOST}
        value={text}
        onType={onType}
      />
      <SavePanel of={form.save} onDiscard={() => onType(undefined)} onReload={form.reload} />
    </div>
  );
}

type PreviewProps = { template: string; variant: string; institution: string; paragraph: string | undefined };

/** The message as the server renders it, with invented data. */
function Preview({ template, variant, institution, paragraph }: PreviewProps) {
  const body = { institution, variant, ...(paragraph === undefined ? {} : { paragraph }) };
  const { data, error, refetch } = useQuery({
    queryKey: ['message-template', template, body],
    enabled: institution !== '',
    queryFn: ({ signal }) =>
      call('POST /operations/message-templates/{template}/preview', {
        params: { template: template as 'N-01' },
        body,
        signal,
        background: true,
      }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <Failed error={error} onRetry={() => refetch()} />;
  return (
    <Section title={t.preview}>
      {data ? (
        <div className="letter">
          <p>{t.from(data.fromName)}</p>
          <p>{data.replyTo ? t.replyTo(data.replyTo) : t.noReply}</p>
          <p>
            <b>{t.subject(data.subject)}</b>
          </p>
          <p className="letter__text">{data.text}</p>
          {data.sms && (
            <>
              <p className="muted">{t.sms(data.sms.length)}</p>
              <p className="letter__text">{data.sms}</p>
            </>
          )}
        </div>
      ) : (
        <LoadingForm label={t.loading} />
      )}
    </Section>
  );
}
