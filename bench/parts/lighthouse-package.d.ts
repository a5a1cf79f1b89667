// What the bench uses of Lighthouse, which is installed when the bench first runs: type checks need no installation.
declare module 'lighthouse' {
  interface Audit {
    readonly numericValue?: number;
  }
  interface Result {
    readonly lhr: {
      readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
      readonly audits: Readonly<Record<string, Audit>>;
      readonly environment: { readonly benchmarkIndex: number };
    };
  }
  // biome-ignore lint/style/noDefaultExport: so it is exported
  export default function lighthouse(url: string, flags: object): Promise<Result | undefined>;
}

declare module 'lighthouse/core/config/constants.js' {
  export const defaultSettings: { readonly throttling: object };
}
