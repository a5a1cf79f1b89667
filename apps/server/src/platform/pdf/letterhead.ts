import type { Brand } from '@myaccount/contract/web-config';
import type { PdfImage } from './pdf-renderer.ts';

/** The parts of the operator's brand that documents print. */
export type Letterhead = Pick<
  Brand,
  'name' | 'logo' | 'color' | 'supportPhone' | 'supportEmail' | 'addressLines'
> & {
  /** Public URL of the portal, without a slash at the end. */
  readonly portalUrl: string;
};

const dataUrl = /^data:image\/(svg\+xml|png)[^,]*?(;base64)?,(.*)$/s;

/** Returns the logo's image if the logo is a data URL. Leaves out a logo that is a path. */
export function letterheadImages(logo: string): PdfImage[] {
  const [, type, base64, content] = dataUrl.exec(logo) ?? [];
  if (!type || content === undefined) return [];
  const decoded = decodeURIComponent(content);
  const bytes = base64 ? Buffer.from(decoded, 'base64') : Buffer.from(decoded);
  return [{ path: `/letterhead.${type === 'png' ? 'png' : 'svg'}`, bytes }];
}

/** Returns a URL as people type it, such as "myaccount.example.com/billing". */
export function shownAddress(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
