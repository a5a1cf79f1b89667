// Loaded into each measured program: reports the MiB that it keeps after garbage collection when the bench asks.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
process.on('message', (message) => {
  if (message !== 'heap') return;
  collectGarbage();
  // What a first collection finalizes outside the heap, such as buffers of sockets, is given back by a second one.
  setImmediate(() => {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    process.send?.((heapUsed + external) / 2 ** 20);
  });
});
