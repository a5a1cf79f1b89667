/** Time for the browser to have begun saving before the address of the file is given back. */
const savedWithinMs = 60_000;

/** Has the browser save a file under a name. */
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
