import { Tinypool } from 'tinypool';

/** A document to set: a Typst template and the data it prints. */
export interface PdfTask {
  /** Path of the template below `src/`. */
  readonly template: string;
  /** What the template prints, as JSON; never a part of its code. */
  readonly data: unknown;
  /** Images that the template reads by their paths. */
  readonly images: readonly PdfImage[];
}

/** An image made for one document. */
export interface PdfImage {
  /** As the template says it: `/qr-code.svg`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Why there is no document now: too many are waiting, it took too long, or setting it failed. */
export type PdfFailure = 'busy' | 'too-slow' | 'failed';

/** No document could be made; whoever asked may try again. */
export class PdfUnavailable extends Error {
  readonly failure: PdfFailure;

  constructor(failure: PdfFailure, cause?: unknown) {
    super(`PDF unavailable: ${failure}`, { cause });
    this.failure = failure;
  }
}

export interface PdfRendererOptions {
  /** Worker processes; each sets one document at a time. */
  readonly workers: number;
  /** Documents that may wait for a worker. */
  readonly queueLimit: number;
  /** From asking to the finished document, waiting included. */
  readonly timeoutMs: number;
}

/** Makes whole PDF files or none. */
export interface PdfRenderer {
  /** Throws PdfUnavailable. */
  render(task: PdfTask): Promise<Uint8Array>;
  /** Ends the workers. */
  close(): Promise<void>;
}

/** All that a worker finds in its environment; one core a worker, or its threads wait for each other. */
const workerEnvironment = { RAYON_NUM_THREADS: '1' };

/**
 * Workers are processes, not threads: the compiler is native code, and what crashes or hangs in it must not take
 * the server along. They inherit nothing of the server’s environment.
 */
export function createPdfRenderer(options: PdfRendererOptions): PdfRenderer {
  const pool = new Tinypool({
    filename: new URL('./pdf-worker.ts', import.meta.url).href,
    name: 'setDocument',
    runtime: 'child_process',
    serialization: 'advanced',
    execArgv: [],
    env: workerEnvironment,
    minThreads: options.workers,
    maxThreads: options.workers,
    maxQueue: options.queueLimit,
  });
  // A worker that dies while idle has already been replaced when this is told.
  pool.on('error', () => {});
  return {
    render: async (task) => {
      if (pool.queueSize >= options.queueLimit) throw new PdfUnavailable('busy');
      return wholeFile(await renderWithin(pool, task, options.timeoutMs));
    },
    close: () => pool.destroy(),
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

/** Refuses what is not a PDF from its first to its last line. */
function wholeFile(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isWhole =
    file.subarray(0, startMark.length).equals(startMark) && file.subarray(-16).includes(endMark);
  if (!isWhole) throw new PdfUnavailable('failed', new Error('Incomplete file'));
  return bytes;
}
