import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

/** A file whose bytes are the same as long as its entity tag is. */
export interface TaggedFile {
  /** A strong entity tag, in its quotes (RFC 9110, 8.8.3). */
  readonly entityTag: string;
  /** Undefined if the caller has the file already. */
  readonly bytes: Uint8Array | undefined;
}

/** Returns a strong entity tag of all parts that decide a file's bytes. */
export function entityTagOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(createHash('sha256').update(part).digest());
  return `"${hash.digest('base64url')}"`;
}

/** Weak tags count like strong ones here. */
const listedTag = /"[^"]*"/g;

/** Whether a request's If-None-Match names the tag of the current file (RFC 9110, 13.1.2). Malformed tags name nothing. */
export function isHeldByCaller(entityTag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return [...ifNoneMatch.matchAll(listedTag)].some(([tag]) => tag === entityTag);
}

/**
 * Adds the tag to the reply, and lets the caller's own cache keep the file. It asks again before each use, so a right
 * that ended shows nothing. Returns the bytes to send; undefined for a 304.
 */
export function revalidatedContent(
  { entityTag, bytes }: TaggedFile,
  reply: FastifyReply,
): Uint8Array | undefined {
  reply.header('ETag', entityTag).header('Cache-Control', 'private, no-cache');
  return bytes;
}
