import { type Compiled, compileContract } from './compile.ts';

/** Worker entry point of `clean-in-thread.ts`; runs `compileContract`. */
export default (html: string): Compiled => compileContract(html);
