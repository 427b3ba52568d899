import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** Actions available for the open application. */
export const actsOf = (page: Page): Locator => page.getByRole('group', { name: 'O que pode ser feito' });

/** Shows every action of the application, including unavailable ones. */
export async function showActs(page: Page): Promise<void> {
  const more = actsOf(page).getByText('Mais', { exact: true });
  await expect(more).toBeVisible();
  if (!(await actsOf(page).locator('.actions').isVisible())) await more.click();
}

/** Opens the dialog of an action by keyboard, wherever the action is. */
export async function pressAct(page: Page, label: string): Promise<void> {
  await showActs(page);
  await actsOf(page)
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .press('Enter');
}
