import { countCharacters, countWords, ESSAY_LIMITS, type EssayLimits, GRACE_MS } from '@orbita/domain/essay';
import { Button } from '@orbita/ui/button';
import { Countdown } from '@orbita/ui/countdown';
import { Disclosure } from '@orbita/ui/disclosure';
import { EssayBar, EssayCount, type EssayCountProps, EssayFoot, EssaySheet } from '@orbita/ui/essay';
import { FieldError } from '@orbita/ui/field';
import { SaveStatus } from '@orbita/ui/save-status';
import { savingTexts } from '@orbita/ui/saving-texts.ts';
import { useMedia } from '@orbita/ui/use-media.ts';
import { VisuallyHidden } from '@orbita/ui/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isUnsent, saveWord } from '../base/autosave.ts';
import { useCopyKept } from '../base/no-copy.tsx';
import { useTitle } from '../base/title.ts';
import { essayTexts as t } from '../texts/essay.ts';
import { CourseFacts } from './course-facts.tsx';
import './editor.css';
import { useServerNow } from '../base/use-server-now.ts';
import { EditorNotices } from './editor-notices.tsx';
import { FinishDialog } from './finish-dialog.tsx';
import { secondsOf } from './moments.ts';
import { prepareOfflineEditor } from './offline-editor.ts';
import { type Essay, readEssay } from './queries.ts';
import { useAutosaver } from './use-autosaver.ts';
import { useFinish } from './use-finish.ts';
import { useTimeOver } from './use-time-over.ts';
import { useVisibleHeight } from './use-visible-height.ts';

type EditorProps = { essay: Essay; onTakeOver: () => void; onOver: () => void };

const limitsOf = ({ minWords, maxWords, maxCharacters }: Essay): EssayLimits => ({
  ...ESSAY_LIMITS,
  minWords,
  maxWords,
  maxCharacters,
});

/** Time left for the essay; the server's time is refetched when the page becomes visible. */
function useTimeLeft(essay: Essay): number {
  const now = useServerNow();
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void readEssay(essay.id).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [essay.id]);
  return essay.deadline ? Date.parse(essay.deadline) - now : Number.POSITIVE_INFINITY;
}

/** S-18: timer, save status and "Finalizar" above, one sheet, the count below. */
export function Editor({ essay, onTakeOver, onOver }: EditorProps) {
  const [limits] = useState(() => limitsOf(essay));
  const { saver, state, other, keep } = useAutosaver(essay, limits);
  useEffect(prepareOfflineEditor, []);
  const navigate = useNavigate();
  const leave = () => {
    onOver();
    void navigate(`/subscriptions/essays/${essay.subscriptionId}`, { replace: true });
  };
  const finish = useFinish(essay.id, { saver, state, limits }, leave);
  const left = useTimeLeft(essay);
  const isUp = left <= 0;
  const isOver = state.phase === 'over';
  useTimeOver(essay, { saver, isUp, isOver }, leave);
  const { title, essay: text } = finish.problems;
  useTitle(t.pageTitle, Boolean(title || text));

  const page = useRef<HTMLDivElement>(null);
  useVisibleHeight(page);
  const [typing, setTyping] = useState(false);
  const type = (part: 'title' | 'essay', value: string) => {
    const theme = page.current?.querySelector<HTMLDetailsElement>('.essay-theme');
    if (theme) theme.open = false;
    saver.typed({ ...state.draft, [part]: value });
  };
  const readOnly = isUp || isOver || state.phase === 'stale' || finish.busy;
  // Nothing can be submitted offline: the save status says what the button is waiting for.
  const waits = !state.online && state.phase === 'writing' && !isUp;
  const canFinish = !isOver && !waits && state.phase !== 'stale' && left > -GRACE_MS;
  const unsent = useCopyKept() ? t.keptWaits : savingTexts.unkeptOffline;
  const beside = useMedia(BESIDE);
  const words = countWords(state.draft.essay);
  const count: EssayCountProps = {
    id: 'contagem',
    value: (words / limits.maxWords) * 100,
    minimum: (limits.minWords / limits.maxWords) * 100,
    words: (
      <>
        <b>{t.words(words)}</b> {t.wordRange(limits.minWords, limits.maxWords)}
      </>
    ),
    characters: t.characters(countCharacters(state.draft.essay), limits.maxCharacters),
  };

  return (
    <div
      className="essay-page"
      ref={page}
      data-typing={typing || undefined}
      data-beside={(beside && (essay.theme ? 'theme' : 'sheet')) || undefined}
    >
      <EssayBar
        count={beside && <EssayCount {...count} />}
        timer={<Countdown big label={t.timeLeft} remainingMs={left} />}
        save={
          <SaveStatus
            word={waits ? 'offline' : saveWord(state)}
            offline={isUnsent(state) ? unsent : t.savedWaits}
            time={state.savedAt ? secondsOf(state.savedAt) : undefined}
            failed={t.saveFailed}
            refused={t.tooLong}
          />
        }
        facts={<CourseFacts subscriptionId={essay.subscriptionId} />}
        action={
          <Button kind="outline" small onClick={finish.ask} disabled={!canFinish}>
            <span>
              {t.finish}
              <VisuallyHidden>{t.finishRest}</VisuallyHidden>
            </span>
          </Button>
        }
      />
      <main className="essay" id="conteudo">
        <h1 className="visually-hidden" tabIndex={-1}>
          {t.editorTitle}
        </h1>
        {essay.theme && beside && <ThemeBeside theme={essay.theme} />}
        <div className="essay__work">
          <EditorNotices
            phase={state.phase}
            isUp={isUp}
            isUnsent={isUnsent(state)}
            other={other}
            onUseOther={(draft) => saver.typed(draft)}
            onTakeOver={() => {
              keep();
              onTakeOver();
            }}
          />
          {essay.theme && !beside && (
            <Theme theme={essay.theme} open={state.change === 0 && state.draft.essay === ''} />
          )}
          {title && <FieldError id="titulo-aviso">{title}</FieldError>}
          <EssaySheet
            titleLabel={t.title}
            textLabel={t.essay}
            countId="contagem"
            title={{
              id: 'titulo',
              value: state.draft.title,
              onChange: (event) => type('title', event.target.value),
              onFocus: () => setTyping(true),
              onBlur: () => setTyping(false),
              readOnly,
              required: true,
              maxLength: limits.titleMax,
              autoComplete: 'off',
              'aria-invalid': title ? true : undefined,
              'aria-describedby': title ? 'titulo-aviso' : undefined,
            }}
            text={{
              id: 'texto',
              value: state.draft.essay,
              onChange: (event) => type('essay', event.target.value),
              onFocus: () => setTyping(true),
              onBlur: () => setTyping(false),
              readOnly,
              required: true,
              placeholder: t.placeholder,
              'aria-invalid': text ? true : undefined,
              'aria-describedby': text ? 'texto-aviso contagem' : 'contagem',
            }}
          />
          {text && <FieldError id="texto-aviso">{text}</FieldError>}
        </div>
      </main>
      {!beside && <EssayFoot {...count} />}
      <FinishDialog finish={finish} remainingMs={left} />
    </div>
  );
}

/** Wide and high enough to read the texts beside the sheet. */
const BESIDE = '(min-width: 1200px) and (min-height: 480px)';

type Themed = { theme: NonNullable<Essay['theme']> };

/** The theme and its texts on the left, always open. */
function ThemeBeside({ theme }: Themed) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: long texts scroll here, by keys too
    <section className="essay-texts" aria-labelledby="tema" tabIndex={0}>
      <div>
        <p className="small muted">{t.theme}</p>
        <h2 id="tema">{theme.title}</h2>
      </div>
      {theme.texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </section>
  );
}

function Theme({ theme, open }: Themed & { open: boolean }) {
  const [openAtFirst] = useState(open);
  return (
    <Disclosure
      className="essay-theme"
      open={openAtFirst}
      summary={
        <>
          <span className="essay-theme__word small muted">{t.theme}</span>
          {theme.title}
        </>
      }
    >
      <div className="stack small">
        {theme.texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </Disclosure>
  );
}
