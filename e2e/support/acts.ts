import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** What may be done with the application that is open. */
export const actsOf = (page: Page): Locator => page.getByRole('group', { name: 'O que pode ser feito' });

/** Shows every act of the application, also those that are refused. */
export async function showActs(page: Page): Promise<void> {
  const more = actsOf(page).getByText('Mais', { exact: true });
  await expect(more).toBeVisible();
  if (!(await actsOf(page).locator('.actions').isVisible())) await more.click();
}

/** Opens the dialog of an act by the keyboard, wherever the act stands. */
export async function pressAct(page: Page, label: string): Promise<void> {
  await showActs(page);
  await actsOf(page)
    .getByRole('button', { name: new RegExp(`^${label}`) })
    .press('Enter');
}
