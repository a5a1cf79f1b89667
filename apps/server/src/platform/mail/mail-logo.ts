import type { Brand } from '@myaccount/contract/web-config';

/** The brand's logo as a part of a mail, which its HTML shows by its Content-ID (RFC 2392). */
export interface MailLogo {
  readonly contentId: string;
  readonly contentType: 'image/png';
  readonly fileName: string;
  readonly bytes: Buffer;
}

const pngUrl = /^data:image\/png;base64,(.+)$/s;

/** Returns the logo as PNG; undefined if the brand has none. Most mail programs show no SVG. */
export function mailLogoOf({ logo, logoPng }: Brand): MailLogo | undefined {
  const [, base64] = pngUrl.exec(logoPng ?? logo) ?? [];
  if (!base64) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  return { contentId: 'logo@myaccount', contentType: 'image/png', fileName: 'logo.png', bytes };
}

/** Returns the address of the logo in the mail's HTML. */
export function logoAddress({ contentId }: MailLogo): string {
  return `cid:${contentId}`;
}
