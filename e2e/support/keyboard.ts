import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

type Handle = Awaited<ReturnType<Locator['elementHandle']>>;
type Focus = { name: string; visible: boolean; marked: boolean; target: boolean; gone: boolean };

/** The focused element: is it visible (WCAG 2.4.11), is its focus indicated (2.4.7), and is it `target`? */
const focusOf = (page: Page, target: Handle): Promise<Focus> =>
  page.evaluate((wanted) => {
    const element = document.activeElement as HTMLElement | null;
    const found = { target: element === wanted, gone: !wanted?.isConnected };
    if (!element || element === document.body) return { name: 'body', visible: true, marked: true, ...found };
    const name = `${element.tagName} ${element.id} ${(element.textContent ?? '').trim().slice(0, 40)}`;
    // Checkboxes and radios are drawn by their label; the input itself is tiny.
    const small = element.getBoundingClientRect();
    const label =
      small.width < 4 || element.matches('[type=radio], [type=checkbox]')
        ? (element.closest('label') ?? document.querySelector(`label[for="${element.id}"]`))
        : null;
    const drawn = (label as HTMLElement | null) ?? element;
    const box = drawn.getBoundingClientRect();
    const points = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((y) =>
      [0.1, 0.5, 0.9].map((x) => [box.left + box.width * x, box.top + box.height * y] as const),
    );
    const visible = points.some(([x, y]) => {
      const top = document.elementFromPoint(x, y);
      return top !== null && (drawn.contains(top) || top.contains(drawn));
    });
    const shows = (one: Element) => {
      const style = getComputedStyle(one);
      const outlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
      return outlined || style.boxShadow !== 'none';
    };
    const around = [element, drawn, ...drawn.querySelectorAll('*')];
    for (let up = drawn.parentElement, n = 0; up && n < 3; up = up.parentElement, n++) around.push(up);
    return { name, visible, marked: around.some(shows), ...found };
  }, target);

/** Whether the focused element inside a frame indicates its focus; the page around it only knows that the frame has it. */
async function isMarkedInFrame(page: Page): Promise<boolean> {
  const inside = await page.evaluateHandle(() => document.activeElement);
  const frame = await inside.asElement()?.contentFrame();
  if (!frame) return false;
  return frame.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return true;
    const style = getComputedStyle(element);
    return style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
  });
}

/** Goes to `target` with Tab; everything focused on the way must show it. */
export async function walkTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  // A person would wait for what is still loading. Looking up the target at every step would cost more than the steps.
  let handle = await target.elementHandle();
  let focus = await focusOf(page, handle);
  for (let presses = 0; presses < 120; presses++) {
    if (focus.gone) {
      handle = await target.elementHandle();
      focus = await focusOf(page, handle);
    }
    if (focus.target) return;
    await page.keyboard.press(key);
    focus = await focusOf(page, handle);
    passed.push(focus.name);
    if (focus.visible && (focus.marked || (await isMarkedInFrame(page)))) continue;
    // Bars hidden on scrolling come back for the focus, but not in the same frame.
    await expect(async () => {
      focus = await focusOf(page, handle);
      const where = `${focus.name} (behind ${passed.at(-2) ?? 'the beginning'})`;
      expect(focus.visible, `${where} has the focus but is covered`).toBe(true);
      expect(focus.marked, `${where} does not show its focus`).toBe(true);
    }).toPass({ timeout: 3_000 });
  }
  throw new Error(`Tab never reached ${target}; it passed ${[...new Set(passed)].join(' → ')}`);
}

/** Goes to a control and presses it. */
export async function press(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await walkTo(page, target);
  await page.keyboard.press(key);
}

const optionOf = (target: Locator) =>
  target.evaluate((one) =>
    one instanceof HTMLSelectElement ? (one.selectedOptions[0]?.textContent ?? '') : undefined,
  );

/** Goes to a field and types, or down a list to the option that starts with the text. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await walkTo(page, target);
  if ((await optionOf(target)) === undefined) {
    await page.keyboard.press('ControlOrMeta+A');
    return page.keyboard.type(text);
  }
  // The options of lists are loaded separately.
  await expect(target.locator('option', { hasText: text })).not.toHaveCount(0);
  await page.keyboard.press('Home');
  // A list jumps to the option that starts with the typed text, using keys without a dead key; arrows choose between options
  // with the same start.
  await page.keyboard.type(/^[A-Za-z\d]*/.exec(text)?.[0] ?? '');
  for (let downs = 0; downs < 900; downs++) {
    if ((await optionOf(target))?.startsWith(text)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`No option begins with ${text}`);
}

/** The page's heading has the focus, where screen readers start. */
export async function expectHeadingFocus(page: Page, name: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name })).toBeFocused();
}
