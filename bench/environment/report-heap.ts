// Loaded into each measured program: reports the MiB that it keeps after garbage collection when the bench asks.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
process.on('message', (message) => {
  if (message !== 'heap') return;
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.((heapUsed + external) / 2 ** 20);
});
