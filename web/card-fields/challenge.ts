import { element, loadScript } from './element.ts';
import type { MpiConfig, MpiPage } from './mpi.ts';

type MpiWindow = { bpmpi_config?: () => MpiConfig; bpmpi_authenticate?: () => void; Cardinal?: unknown };

/** Smaller frames of the script only collect what the bank wants to know about the device. */
const LEAST_PX = 60;
/** Polling interval: a frame's size may change by an animation or a late style sheet, without any DOM mutation. */
const LOOK_MS = 200;

/** The script styles its elements inline, which only `!important` properties on the same elements override. */
const BANK = {
  position: 'fixed',
  top: '3.5em',
  left: '0',
  width: '100%',
  height: 'calc(100% - 3.5em)',
  'max-width': 'none',
  'max-height': 'none',
  margin: '0',
  border: '0',
  background: '#fff',
};
/** The frame stays where the script put it, so its ancestors must not move, hide or clip it. */
const HOLDS_BANK = {
  transform: 'none',
  filter: 'none',
  animation: 'none',
  opacity: '1',
  contain: 'none',
  overflow: 'visible',
};
const restyle = ({ style }: HTMLElement, properties: Record<string, string>): void => {
  for (const [name, value] of Object.entries(properties)) style.setProperty(name, value, 'important');
};

const isSeen = (frame: HTMLIFrameElement): boolean => {
  const { width, height } = frame.getBoundingClientRect();
  return width >= LEAST_PX && height >= LEAST_PX && getComputedStyle(frame).visibility !== 'hidden';
};

/**
 * The page for the script: hidden fields, the script, and the bank's page, which the script inserts as a frame of arbitrary
 * size somewhere in the body. We lay it over everything else, below a title and a cancel button.
 * @param onShown reports to the application that the bank's page has appeared or gone
 */
export function openChallenge(onShown: (shown: boolean) => void) {
  // Anything added to the body later is the script's.
  const own = [...document.body.children];
  const title = element('h1', { id: 'challenge', tabindex: '-1' });
  const cancel = element('button', { type: 'button' });
  const head = element('header', { hidden: '' }, title, cancel);
  document.body.append(head);
  let fields: HTMLInputElement[] = [];
  let script: HTMLScriptElement | undefined;
  let watching: { shown: () => void; cancelled: () => void } | undefined;
  let bank: HTMLIFrameElement | undefined;

  const show = (shown: boolean): void => {
    if (head.hidden === !shown) return;
    head.hidden = !shown;
    document.documentElement.classList.toggle('asking', shown);
    for (const one of own) one.toggleAttribute('inert', shown);
    onShown(shown);
    if (shown) title.focus();
  };
  const look = (): void => {
    const frames = [...document.body.querySelectorAll('iframe')];
    const found = bank?.isConnected ? bank : frames.find(isSeen);
    if (!found) {
      bank = undefined;
      show(false);
      return;
    }
    if (found === bank) return;
    bank = found;
    if (!found.title) found.title = title.textContent;
    restyle(found, BANK);
    for (let one = found.parentElement; one && one !== document.body; one = one.parentElement)
      restyle(one, HOLDS_BANK);
    watching?.shown();
    show(true);
  };
  let looking: ReturnType<typeof setInterval> | undefined;
  const cancelled = (): void => watching?.cancelled();
  cancel.addEventListener('click', cancelled);
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') cancelled();
  });

  const page: MpiPage = {
    fill: (values) => {
      for (const old of fields) old.remove();
      fields = Object.entries(values).map(([name, value]) =>
        element('input', { type: 'hidden', class: name, value }),
      );
      document.body.append(...fields);
    },
    load: async (scriptUrl, config) => {
      (window as MpiWindow).bpmpi_config = () => config;
      script = await loadScript(scriptUrl);
    },
    start: () => (window as MpiWindow).bpmpi_authenticate?.(),
    watch: (on) => {
      watching = on;
      looking = setInterval(look, LOOK_MS);
    },
    clear: () => {
      watching = undefined;
      clearInterval(looking);
      for (const one of [...document.body.children]) if (one !== head && !own.includes(one)) one.remove();
      script?.remove();
      fields = [];
      bank = undefined;
      for (const name of ['bpmpi_config', 'bpmpi_authenticate', 'Cardinal'] as const)
        delete (window as MpiWindow)[name];
      show(false);
    },
  };
  return {
    page,
    /** Sets the texts of the title and of the button. */
    name: (texts: { challenge: string; cancel: string }): void => {
      title.textContent = texts.challenge;
      cancel.textContent = texts.cancel;
    },
  };
}
