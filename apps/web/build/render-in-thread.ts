import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PrerenderInput, PrerenderOutput } from '../prerender/prerender.tsx';

/** Renders the sign-in page with the built `file`, in a thread of its own. Throws what the thread throws. */
export async function renderInThread(file: string, input: PrerenderInput): Promise<PrerenderOutput> {
  const [output] = await once(new Worker(file, { workerData: input }), 'message');
  return output as PrerenderOutput;
}
