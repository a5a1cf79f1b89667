import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

interface Closable {
  close(): unknown;
}

/**
 * Starts what the tests of a file, or of the group that calls this, share before the first of them, and closes it after
 * the last. It is empty until then.
 */
export function forFile<T extends Closable>(start: () => Promise<T>): T {
  const shared = {} as T;
  beforeAll(async () => void Object.assign(shared, await start()));
  afterAll(() => shared.close());
  return shared;
}

/** Starts what a test needs before each test of a file, and closes it after it. It is empty until then. */
export function forEachTest<T extends Closable>(start: () => Promise<T>): T {
  const own = {} as T;
  beforeEach(async () => void Object.assign(own, await start()));
  afterEach(() => own.close());
  return own;
}
