/** Delay before the object URL is revoked, so that the browser has started to save. */
const savedWithinMs = 60_000;

/** Saves a file through the browser under `name`. */
export function saveFile(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), savedWithinMs);
}
