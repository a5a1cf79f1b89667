import { vi } from 'vitest';

/** Records the files that the page saves. */
export function watchSaved(): File[] {
  const saved: File[] = [];
  let blob = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    blob = given as Blob;
    return 'blob:file';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(new File([blob], this.download, { type: blob.type }));
  });
  return saved;
}
