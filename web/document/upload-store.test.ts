import { FILE_TEXTS } from '@orbita/domain/document';
import { uiTexts } from '@orbita/ui/texts.ts';
import { describe, expect, it, vi } from 'vitest';
import type { UploadTools } from './upload-store.ts';

vi.mock('../base/settings.ts', () => ({ settings: { tenant: { alias: 'alfa', id: '1' } }, BASE: '' }));
vi.mock('@orbita/client/server-clock.ts', () => ({ setServerTime: () => undefined }));
const { ApiError, NetworkError } = await import('@orbita/client/errors.ts');
const { uploadStore } = await import('./upload-store.ts');

const settle = () => new Promise((done) => setTimeout(done));
const file = (name: string) => new File(['conteúdo'], name);

function start(tools: Partial<UploadTools> = {}) {
  let keys = 0;
  const delivered: number[] = [];
  const store = uploadStore(
    1,
    {
      problemOf: async () => undefined,
      shrink: async (given) => given,
      send: async () => undefined,
      giveUp: async () => undefined,
      isFinal: () => false,
      randomId: () => `k${++keys}`,
      known: () => [],
      arrived: async () => false,
      ...tools,
    },
    (documentId) => delivered.push(documentId),
  );
  const states = () => store.read().map(({ state }) => state);
  return { store, delivered, states };
}

describe('uploads', () => {
  it('delivers each file and forgets it', async () => {
    const { store, delivered } = start();
    store.add(7, [file('a.pdf'), file('b.pdf'), file('c.pdf')], ['pdf']);
    await settle();
    expect(delivered).toEqual([7, 7, 7]);
    expect(store.read()).toEqual([]);
    expect(store.news()).toEqual({ name: 'c.pdf', percent: 100 });
  });

  it('sends nothing that is refused locally', async () => {
    const send = vi.fn(async () => undefined);
    const { store, states } = start({ problemOf: async () => FILE_TEXTS.tooBig, send });
    store.add(7, [file('a.pdf')], ['pdf']);
    await settle();
    expect(states()).toEqual(['refused']);
    expect(store.read()[0]?.error).toBe('O arquivo excede 30MB.');
    expect(send).not.toHaveBeenCalled();
  });

  it('waits after a lost connection and sends again when it returns', async () => {
    const send = vi.fn(async () => undefined).mockRejectedValueOnce(new NetworkError(uiTexts));
    const { store, delivered, states } = start({ send });
    store.add(7, [file('a.pdf')], ['pdf']);
    await settle();
    expect(states()).toEqual(['offline']);
    store.resume();
    await settle();
    expect(delivered).toEqual([7]);
    expect(send).toHaveBeenCalledTimes(2);
  });

  it('does not resend what arrived although its answer was lost', async () => {
    const send = vi.fn(async () => undefined).mockRejectedValueOnce(new NetworkError(uiTexts));
    const arrived = vi.fn(async () => true);
    const { store, delivered } = start({ send, arrived, known: () => [3] });
    store.add(7, [file('a.pdf')], ['pdf']);
    await settle();
    store.resume();
    await settle();
    expect(send).toHaveBeenCalledTimes(1);
    expect(arrived.mock.calls[0]?.slice(1)).toEqual([[3]]);
    expect(delivered).toEqual([7]);
  });

  it('offers a retry after an error, not after a refusal', async () => {
    const fault = new ApiError(503, { code: 'UPLOAD_FAILED', message: 'x' });
    const verdict = new ApiError(422, { code: 'FILE_PROTECTED', message: FILE_TEXTS.protected });
    const send = vi
      .fn(async () => undefined)
      .mockRejectedValueOnce(fault)
      .mockRejectedValueOnce(verdict);
    const { store } = start({ send, isFinal: (error) => error === verdict });
    store.add(7, [file('a.pdf'), file('b.pdf')], ['pdf']);
    await settle();
    expect(store.read().map(({ state, error }) => [state, error])).toEqual([
      ['failed', 'Não foi possível enviar o arquivo. Tente de novo.'],
      ['refused', 'O arquivo está protegido por senha. Envie sem senha.'],
    ]);
    store.again('k1');
    await settle();
    expect(store.read().map(({ key }) => key)).toEqual(['k2']);
  });

  it('cancels a running upload', async () => {
    let cancelled = false;
    const giveUp = vi.fn(async () => undefined);
    const { store, delivered } = start({
      giveUp,
      send: ({ signal }) =>
        new Promise((_, failed) => {
          signal.addEventListener('abort', () => {
            cancelled = true;
            failed(new DOMException('Cancelled', 'AbortError'));
          });
        }),
    });
    store.add(7, [file('a.pdf')], ['pdf']);
    await settle();
    store.cancel('k1');
    await settle();
    expect(cancelled).toBe(true);
    expect(giveUp).toHaveBeenCalledTimes(1);
    expect(store.read()).toEqual([]);
    expect(delivered).toEqual([]);
  });
});
