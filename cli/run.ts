import { main } from './main.ts';
import { endWithReader } from './terminal.ts';

endWithReader();
process.exitCode = await main(process.argv.slice(2), process.env);
