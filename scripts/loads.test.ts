import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

describe('files that start without the test runner', () => {
  it.each(['api/start.ts', 'sandbox/server.ts', 'cli/program.ts'])(
    'Node itself loads %s: a package may offer the test runner names that Node does not find',
    (file) => {
      const said = execFileSync(
        process.execPath,
        [
          '--input-type=module',
          '-e',
          `await import(${JSON.stringify(join(root, file))}); console.log('loaded')`,
        ],
        { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '' } },
      );
      expect(said).toContain('loaded');
    },
  );

  it('a product whose files are in a folder loads no S3 client', () => {
    const list = `
      import { registerHooks } from 'node:module';
      const seen = [];
      registerHooks({ load: (url, context, next) => { seen.push(url); return next(url, context); } });
      const { openFiles } = await import(${JSON.stringify(join(root, 'api/platform/files/open-files.ts'))});
      for (const file of ['api/serve.ts', 'api/primary.ts'])
        await import(${JSON.stringify(root)} + '/' + file);
      const given = { dataDir: '/nowhere', sandbox: undefined };
      await openFiles({ ...given, bucket: undefined });
      console.log('folder', seen.some((url) => /@aws-sdk|@smithy/.test(url)));
      await openFiles({ ...given, bucket: { name: 'b-b', region: 'r', endpoint: undefined, prefix: '', keys: undefined, pathStyle: true } });
      console.log('bucket', seen.some((url) => /@aws-sdk|@smithy/.test(url)));
      process.exit(0);`;
    const said = execFileSync(process.execPath, ['--input-type=module', '-e', list], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    expect(said.split('\n').slice(0, 2)).toEqual(['folder false', 'bucket true']);
  });
});
