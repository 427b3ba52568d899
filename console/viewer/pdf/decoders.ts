import decodersText from 'text:./decoders-worker.ts';

(globalThis as { orbitaDecodersText?: string }).orbitaDecodersText = decodersText;
