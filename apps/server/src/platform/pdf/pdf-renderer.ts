import { Tinypool } from 'tinypool';
import { entityTagOf } from '../http/entity-tag.ts';
import { pdfSeconds, pdfsInProgress, pdfsWaiting } from '../metrics.ts';
import { renderingVersion } from './rendering-version.ts';

/** A document to render: a Typst template and the data it prints. */
export interface PdfTask {
  /** Path of the template under `src/`. */
  readonly template: string;
  /** Data for the template, passed as JSON and never as code. */
  readonly data: unknown;
  /** Images that the template reads by path. */
  readonly images: readonly PdfImage[];
}

/** An image for one document. */
export interface PdfImage {
  /** Path in the template, such as `/qr-code.svg`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Why there is no document: too many are waiting, rendering took too long, or it failed. */
export type PdfFailure = 'busy' | 'too-slow' | 'failed';

/** Thrown when no document could be made. The caller may try again. */
export class PdfUnavailable extends Error {
  readonly failure: PdfFailure;

  constructor(failure: PdfFailure, cause?: unknown) {
    super(`PDF unavailable: ${failure}`, { cause });
    this.failure = failure;
  }
}

/** Limits of a renderer. */
export interface PdfRendererOptions {
  /** Number of worker processes. Each renders one document at a time. */
  readonly workers: number;
  /** Maximum number of documents that wait for a worker. */
  readonly queueLimit: number;
  /** Longest time for a document, including the wait for a worker. */
  readonly timeoutMs: number;
}

/** Renders complete PDF files or none. */
export type PdfRenderer = ReturnType<typeof createPdfRenderer>;

/** A worker's whole environment. With more than one thread per worker, threads would wait for each other. */
const workerEnvironment = { RAYON_NUM_THREADS: '1' };

/** Files do not change while a server runs. */
const version = renderingVersion();

/**
 * Returns a renderer with worker processes. They are not threads because a crash in the compiler's native code must not
 * end the server. Workers inherit nothing from the server's environment.
 */
export function createPdfRenderer(options: PdfRendererOptions) {
  let pool: Tinypool | undefined;
  const started = () => {
    pool ??= startPool(options);
    return pool;
  };
  const measured = measureWith(() => pool?.queueSize ?? 0);
  return {
    /** Starts the workers now, so that the first document does not wait for them. */
    start: () => void started(),
    /** Returns the PDF's bytes. Throws {@link PdfUnavailable}. */
    render: (task: PdfTask) =>
      measured(async () => {
        if (started().queueSize >= options.queueLimit) throw new PdfUnavailable('busy');
        return wholeFile(await renderWithin(started(), task, options.timeoutMs));
      }),
    /** Returns the entity tag of the file that `render` makes. It is another one whenever the bytes are. */
    entityTagOf: ({ template, data, images }: PdfTask) => {
      const parts = images.flatMap(({ path, bytes }) => [path, bytes]);
      return entityTagOf([version, template, JSON.stringify(data), ...parts]);
    },
    /** Ends the workers. */
    close: async () => pool?.destroy(),
  };
}

function startPool({ workers, queueLimit }: PdfRendererOptions): Tinypool {
  const pool = new Tinypool({
    filename: new URL('./pdf-worker.ts', import.meta.url).href,
    name: 'setDocument',
    runtime: 'child_process',
    serialization: 'advanced',
    execArgv: [],
    env: workerEnvironment,
    minThreads: workers,
    maxThreads: workers,
    maxQueue: queueLimit,
  });
  // Called when an idle worker ends. The pool has already replaced it.
  pool.on('error', () => {});
  return pool;
}

/** Returns a function that measures a document, and how many wait or are in progress. */
function measureWith(waiting: () => number) {
  let documents = 0;
  const count = (change: 1 | -1) => {
    documents += change;
    pdfsWaiting.set(waiting());
    pdfsInProgress.set(documents - waiting());
  };
  return async <T>(render: () => Promise<T>): Promise<T> => {
    const stop = pdfSeconds.startTimer();
    const rendering = render();
    count(1);
    try {
      const file = await rendering;
      stop({ result: 'ok' });
      return file;
    } catch (error) {
      stop({ result: error instanceof PdfUnavailable ? error.failure : 'failed' });
      throw error;
    } finally {
      count(-1);
    }
  };
}

async function renderWithin(pool: Tinypool, task: PdfTask, timeoutMs: number): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    return await pool.run(task, { signal });
  } catch (error) {
    throw new PdfUnavailable(signal.aborted ? 'too-slow' : 'failed', error);
  }
}

const startMark = Buffer.from('%PDF-');
const endMark = Buffer.from('%%EOF');

/** Returns the bytes of a complete PDF. Throws PdfUnavailable for anything else. */
function wholeFile(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWhole =
    file.subarray(0, startMark.length).equals(startMark) && file.subarray(-16).includes(endMark);
  if (!isWhole) throw new PdfUnavailable('failed', new Error('Incomplete file'));
  return bytes;
}
