import type { Locator, Page } from '@playwright/test';

/** The summary of a form's errors, above it. */
export const errorSummary = (page: Page): Locator =>
  page.getByRole('region', { name: /para continuar$|^Preencha (todos os campos|as seções obrigatórias)/ });
