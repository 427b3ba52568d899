import { serverNow } from '@orbita/client/server-clock.ts';
import type {
  CardAccess,
  CardFrameField,
  CardFrameLook,
  CardFrameOrder,
  CardFrameTexts,
} from '@orbita/protocol/payment';
import { LoadFailed } from '@orbita/ui/load-failed';
import { Loading, Skeleton } from '@orbita/ui/skeleton';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { tenantDay } from '../base/zone.ts';
import { cardFrameTexts as t } from '../texts/card-frame.ts';
import './card-frame.css';
import { type CardToken, type FrameLink, NoCardToken, openFrameLink } from './card-frame-link.ts';
import { useWholeScreen } from './use-whole-screen.ts';

export type CardFrameHandle = {
  /** The wrong fields, which the frame shows; none if it is not there. */
  check: () => Promise<readonly CardFrameField[]>;
  lead: (field: CardFrameField) => void;
  /**
   * Checks the fields and turns the card into a token. Rejects with `NoCardToken`, or with the error of `access`; wrong fields
   * are shown in the frame. If the holder's bank wants `order` confirmed, its page fills the screen meanwhile.
   */
  submit: (holderName: string, order: CardFrameOrder) => Promise<CardToken>;
};

export type CardFrameProps = {
  /** Address of the card fields (`cardFields.url` of the payment options). */
  url: string;
  /** Fetches fresh values for one use of the acquirer, at each submission. */
  access: () => Promise<CardAccess>;
  /** Enter was pressed in a field. */
  onEnter?: () => void;
  /** A wrong field is being corrected. */
  onMending?: (field: CardFrameField) => void;
  texts?: Partial<CardFrameTexts>;
  ref?: Ref<CardFrameHandle>;
};

const FRAME_MS = 15_000;
/** Three fields in two lines, until the frame reports its own height. */
const FIRST_HEIGHT = 240;

const ROLES: Record<Exclude<keyof CardFrameLook, 'fontPx' | 'radiusPx'>, string> = {
  text: '--color-ink',
  muted: '--color-ink-2',
  surface: '--color-surface',
  border: '--color-line-strong',
  focus: '--color-focus',
  error: '--color-danger-ink',
};

/** Colours and text size of this page, so that the frame looks like a part of it. */
function lookOf(page: HTMLElement): Partial<CardFrameLook> {
  const style = getComputedStyle(page);
  const colours = Object.entries(ROLES).map(([name, role]) => [name, style.getPropertyValue(role).trim()]);
  const fontPx = Number.parseFloat(style.fontSize) || 16;
  const radiusPx = (Number.parseFloat(style.getPropertyValue('--radius-control')) || 0.5) * fontPx;
  return { ...Object.fromEntries(colours), fontPx, radiusPx };
}

const newNonce = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** The fields of a card, in a frame of their own origin: this page never sees what is typed there (spec 14.8). */
export function CardFrame({ url, access, onEnter, onMending, texts, ref }: CardFrameProps) {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [height, setHeight] = useState(FIRST_HEIGHT);
  const [asking, setAsking] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const link = useRef<FrameLink>(undefined);
  const latest = useRef({ access, onEnter, onMending, texts });
  latest.current = { access, onEnter, onMending, texts };
  useWholeScreen(box, asking);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a new frame with a link of its own
  useEffect(() => {
    setState('loading');
    const opened = openFrameLink({
      origin: new URL(url).origin,
      frame: () => frame.current?.contentWindow ?? null,
      setup: () => ({
        today: tenantDay(new Date(serverNow())),
        look: lookOf(document.documentElement),
        texts: latest.current.texts ?? {},
      }),
      onReady: () => setState('shown'),
      onHeight: setHeight,
      onChallenge: setAsking,
      onEnter: () => latest.current.onEnter?.(),
      onMending: (field) => latest.current.onMending?.(field),
      page: window,
      newNonce,
    });
    link.current = opened;
    const late = setTimeout(() => setState((now) => (now === 'loading' ? 'failed' : now)), FRAME_MS);
    return () => {
      clearTimeout(late);
      opened.close();
    };
  }, [url, attempt]);

  useImperativeHandle(
    ref,
    () => ({
      check: async () => (await link.current?.check()) ?? [],
      lead: (field) => {
        frame.current?.focus();
        link.current?.lead(field);
      },
      submit: async (holderName, order) => {
        const before = document.activeElement;
        const fresh = await latest.current.access();
        if (!link.current) throw new NoCardToken('unavailable');
        // The frame moves to its first wrong field, which it can do only when it has the focus.
        frame.current?.focus();
        const token = await link.current.submit(holderName, fresh, order);
        // Whatever follows is shown on our page again.
        if (before instanceof HTMLElement) before.focus();
        return token;
      },
    }),
    [],
  );

  if (state === 'failed')
    return <LoadFailed title={t.unavailable} onRetry={() => setAttempt((before) => before + 1)} />;
  return (
    // Reserves the space behind the bank's page.
    <div style={asking ? { blockSize: height } : undefined}>
      <div
        ref={box}
        className={asking ? 'card-frame card-frame--whole' : 'card-frame'}
        {...(asking ? { role: 'dialog', 'aria-modal': true, 'aria-label': t.challenge } : {})}
      >
        {state === 'loading' && (
          <Loading label={t.loading}>
            <Skeleton shape="button" />
            <Skeleton shape="button" />
          </Loading>
        )}
        <iframe
          key={attempt}
          ref={frame}
          src={url}
          title={t.title}
          className="card-frame__fields"
          sandbox="allow-scripts allow-same-origin allow-forms"
          referrerPolicy="no-referrer"
          hidden={state === 'loading'}
          style={asking ? undefined : { blockSize: height }}
        />
      </div>
    </div>
  );
}
