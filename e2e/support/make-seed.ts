// `node e2e/support/make-seed.ts FOLDER`: makes the data that both runs of the browser tests copy.
import { makeSeed } from './seed.ts';

await makeSeed(String(process.argv[2]));
