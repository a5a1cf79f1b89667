import { getDocumentProxy } from 'unpdf';

/** The content of a PDF for readers and screen readers. */
export interface ReadPdf {
  readonly pageCount: number;
  /** Text of all pages with single spaces and without zero-width break marks. */
  readonly text: string;
  readonly title: string;
  readonly language: string;
  readonly creationDate: string;
  /** Part of PDF/UA that the file declares; null for none. */
  readonly uaPart: string | null;
  readonly isTagged: boolean;
  /** Distinct roles of the structure tree. */
  readonly roles: ReadonlySet<string>;
  /** Alternative texts of images. */
  readonly alternatives: readonly string[];
}

/** Returns the data that a document prints with plain spaces, as people read it. */
export function withPlainSpaces<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data).replaceAll('\u00a0', ' '));
}

interface StructureNode {
  readonly role?: string;
  readonly alt?: string;
  readonly children?: readonly StructureNode[];
}

/** Reads a PDF with a library that the portal does not use to create PDFs. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const texts: string[] = [];
  const nodes: StructureNode[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    texts.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? ' ' : ''}` : '')).join(''));
    nodes.push(...allNodes((await page.getStructTree()) as StructureNode));
  }
  const { info, metadata } = await pdf.getMetadata();
  const facts = info as { Title: string; Language: string; CreationDate: string };
  const marks = await pdf.getMarkInfo();
  return {
    pageCount: pdf.numPages,
    text: texts.join(' ').replaceAll('\u200B', '').replace(/\s+/g, ' '),
    title: facts.Title,
    language: facts.Language,
    creationDate: facts.CreationDate,
    uaPart: metadata?.get('pdfuaid:part') ?? null,
    isTagged: marks?.Marked === true,
    roles: new Set(nodes.flatMap(({ role }) => role ?? [])),
    alternatives: nodes.flatMap(({ alt }) => alt ?? []),
  };
}

function allNodes(node: StructureNode | null): StructureNode[] {
  return node ? [node, ...(node.children ?? []).flatMap(allNodes)] : [];
}
