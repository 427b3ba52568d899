import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const root = join(import.meta.dirname, '../..');
const PLACE = 'http://regras.orbita.test';

/** A module that judges every case of the table, in order. */
const JUDGE_ALL = `
  import { FIELD_CASES } from '/domain/person/testing/index.ts';
  import { judge } from '/domain/person/testing/judge.ts';
  export const judged = FIELD_CASES.map((one) => ({ name: one.field + ': ' + one.why, text: judge(one) }));`;

/** Results of the domain's files for each case when run by a browser, without the app and without a bundler. */
export async function judgedInBrowser(page: Page): Promise<{ name: string; text: string | undefined }[]> {
  await page.route(`${PLACE}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/')
      return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>.</title>' });
    const body =
      pathname === '/all.js'
        ? JUDGE_ALL
        : stripTypeScriptTypes(readFileSync(join(root, pathname.slice(1)), 'utf8'));
    return route.fulfill({ contentType: 'text/javascript', body });
  });
  await page.goto(`${PLACE}/`);
  return page.evaluate(`import('/all.js').then(({ judged }) => judged)`);
}
