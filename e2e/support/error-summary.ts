import type { Locator, Page } from '@playwright/test';

/** What is wrong with a form, summed up above it. */
export const errorSummary = (page: Page): Locator =>
  page.getByRole('region', { name: /para continuar$|^Preencha (todos os campos|as seções obrigatórias)/ });
