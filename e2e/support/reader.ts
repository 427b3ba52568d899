import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { type Announcer, hearRegions } from './reader-regions.ts';
import { type AxNode, linesOf, nodeText } from './reader-words.ts';
import { expect } from './test.ts';

const LOG = join(import.meta.dirname, '../../docs/reader-log.md');
/** A text of the page is identified by its beginning. */
const LONGEST = 120;
/** A step is over once the page was silent for this long. */
const SILENCE_MS = 1300;

/**
 * What Chromium passes to a screen reader while somebody works by keys alone (spec-console 25.22): the role, name, description
 * and state of the focused element, from its accessibility tree, and every text of a live region, in order. What differs
 * between runs is logged under a fixed name (`calling`).
 */
export class Reader {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #lines: string[] = [];
  readonly #names: [string | RegExp, string][] = [];
  #focused = '';

  private constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }

  /** Starts listening to a page with its next load. */
  static async of(page: Page): Promise<Reader> {
    await page.addInitScript(hearRegions);
    const session = await page.context().newCDPSession(page);
    await session.send('Accessibility.enable');
    return new Reader(page, session);
  }

  /** Logs a number or a name of this run under a fixed one. */
  calling(value: string | RegExp, name: string): void {
    this.#names.push([typeof value === 'string' ? value : new RegExp(value, 'g'), name]);
  }

  /** One user action, and what is announced for it. `until` says when the product has responded. */
  async step(what: string, act: () => Promise<unknown>, until: () => Promise<unknown> = async () => {}) {
    await this.#take();
    await act();
    await until();
    await this.#silence();
    const announced = await this.#take();
    this.#lines.push('', `**${what}**`, '');
    const focus = await this.#focus();
    if (announced.some(({ kind }) => kind === 'focus')) this.#add(`foco: ${focus}`);
    else if (focus !== this.#focused) this.#add(`o foco agora é: ${focus}`);
    this.#focused = focus;
    for (const { kind, text, isNew } of announced) {
      if (kind === 'focus') continue;
      this.#add(
        `${kind === 'alert' ? 'diz já' : 'diz'}: ${text}${isNew ? ' *(a região veio com o texto)*' : ''}`,
      );
    }
    if (this.#lines.at(-1) === '') this.#add('(nada)');
  }

  /** The page's content from first to last line, as it is read line by line. */
  async read(what: string): Promise<void> {
    const { root } = await this.#session.send('DOM.getDocument');
    const { nodeId } = await this.#session.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: 'main',
    });
    const { node } = await this.#session.send('DOM.describeNode', { nodeId });
    const { nodes } = await this.#session.send('Accessibility.getFullAXTree');
    this.#lines.push('', `**${what}**`, '');
    for (const line of linesOf(nodes as AxNode[], node.backendNodeId))
      this.#add(line.length > LONGEST ? `${line.slice(0, LONGEST)} […]` : line);
    for (const frame of this.#page.frames().filter((one) => one.parentFrame())) {
      const isShown = await (await frame.frameElement()).evaluate(
        (one) => one instanceof Element && one.hasAttribute('data-current'),
      );
      if (!isShown) continue;
      const inside = await frame.locator('body').ariaSnapshot();
      for (const line of inside.split('\n')) this.#add(`no quadro: ${line.replace(/^[\s-]+/, '')}`);
    }
  }

  /** Goes through the page with Tab until `last` has the focus, and records every stop. */
  async tabs(what: string, last: string): Promise<void> {
    this.#lines.push('', `**${what}**`, '');
    for (let presses = 0; presses < 80; presses++) {
      await this.#page.keyboard.press('Tab');
      const focus = await this.#focus();
      this.#add(`foco: ${focus}`);
      this.#focused = focus;
      if (focus.includes(last)) return;
    }
    throw new Error(`Tab never reached ${last}`);
  }

  /** The whole log so far, with the fixed names. */
  get text(): string {
    return this.#lines.join('\n').trim();
  }

  #add(line: string): void {
    this.#lines.push(`- ${this.#names.reduce((text, [value, name]) => text.replaceAll(value, name), line)}`);
  }

  async #focus(): Promise<string> {
    const { result } = await this.#session.send('Runtime.evaluate', { expression: 'document.activeElement' });
    const { nodes } = await this.#session.send('Accessibility.getPartialAXTree', {
      objectId: result.objectId ?? '',
      fetchRelatives: false,
    });
    const node = nodes[0] as AxNode;
    if (await this.#page.evaluate(() => document.activeElement === document.body))
      return `a página "${await this.#page.title()}"`;
    return nodeText(node);
  }

  #take(): Promise<Announcer[]> {
    return this.#page.evaluate(() => {
      window.spokenAt = performance.now();
      return window.announced?.splice(0) ?? [];
    });
  }

  async #silence(): Promise<void> {
    await this.#page.waitForFunction((ms) => performance.now() - (window.spokenAt ?? 0) > ms, SILENCE_MS);
  }
}

/** Compares a part of `docs/reader-log.md` with what was read, or rewrites it if READER_LOG=write. */
export function expectLogged(title: string, text: string): void {
  const log = readFileSync(LOG, 'utf8');
  const parts = log.split(/^(?=## )/m);
  const at = parts.findIndex((part) => part.startsWith(`## ${title}\n`));
  if (process.env.READER_LOG !== 'write') {
    const asked =
      'what is read differs from docs/reader-log.md: read it, then renew it by npm run reader-log';
    expect(text, asked).toBe(parts[at]?.replace(/^.*\n/, '').trim());
    return;
  }
  parts[at] = `## ${title}\n\n${text}\n\n`;
  writeFileSync(LOG, `${parts.join('').trim()}\n`);
}
