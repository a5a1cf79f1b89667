import type { Brand } from '@myaccount/contract/web-config';
import type { PdfImage } from './pdf-renderer.ts';

/** What of the operator’s brand stands on printed matter. */
export type Letterhead = Pick<
  Brand,
  'name' | 'logo' | 'color' | 'supportPhone' | 'supportEmail' | 'addressLines'
> & {
  /** Public address of the portal, without a slash at its end. */
  readonly portalUrl: string;
};

/** A letterhead as the templates print it. */
export interface PrintedLetterhead {
  readonly name: string;
  readonly color: string;
  /** Path of the mark’s image, if there is one. */
  readonly image: string | null;
  readonly imageAlt: string;
  readonly lines: readonly string[];
}

const dataUrl = /^data:image\/(svg\+xml|png)[^,]*?(;base64)?,(.*)$/s;

/** The operator’s mark where the logo is an image in itself; a logo that is a path is left out. */
export function letterheadImages(logo: string): PdfImage[] {
  const [, type, base64, content] = dataUrl.exec(logo) ?? [];
  if (!type || content === undefined) return [];
  const decoded = decodeURIComponent(content);
  const bytes = base64 ? Buffer.from(decoded, 'base64') : Buffer.from(decoded);
  return [{ path: `/letterhead.${type === 'png' ? 'png' : 'svg'}`, bytes }];
}

/** The letterhead with the image’s words for those who cannot see it. */
export function printedLetterhead(letterhead: Letterhead, imageAlt: string): PrintedLetterhead {
  return {
    name: letterhead.name,
    color: letterhead.color,
    image: letterheadImages(letterhead.logo)[0]?.path ?? null,
    imageAlt,
    lines: letterhead.addressLines,
  };
}

/** “myaccount.example.com/billing” as a person would type it. */
export function shownAddress(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
