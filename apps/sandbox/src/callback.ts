const timeoutMs = 5_000;

/** Posts a callback to the portal. Returns its status; null without a response. */
export async function postCallback(
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string | URLSearchParams,
): Promise<number | null> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal });
    return response.status;
  } catch {
    return null;
  }
}
