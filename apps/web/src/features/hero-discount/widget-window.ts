/** A window that waits for its address. */
export interface BlankWindow {
  /** Leads it to an address. Returns false when it is closed. */
  leadTo(url: string): boolean;
  close(): void;
}

/**
 * Opens a blank window with a text until its address is known. Call it by a press; undefined when the browser blocks it.
 * The page in it cannot reach ours: a window that is opened with `noopener` could not be given an address later.
 */
export function openBlankWindow(text: string): BlankWindow | undefined {
  const opened = window.open('', '_blank');
  if (!opened) return undefined;
  opened.opener = null;
  opened.document.title = text;
  opened.document.body.textContent = text;
  return {
    leadTo: (url) => {
      if (opened.closed) return false;
      opened.location.replace(url);
      return true;
    },
    close: () => opened.close(),
  };
}
