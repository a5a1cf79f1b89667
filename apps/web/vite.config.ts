import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './build/compressed-files.ts';
import { earlyScript } from './build/early-script.ts';
import { frameStyles } from './build/frame-styles.ts';
import { joinedLocales } from './build/joined-locales.ts';
import { logger } from './build/logger.ts';
import { madeFiles } from './build/made-files.ts';
import { prerender } from './build/prerender.ts';
import { withoutCircles } from './build/without-circles.ts';
import { withoutSchemas } from './build/without-schemas.ts';

const base = '/myaccount/';
const defaultServerUrl = 'http://localhost:3000';

/** What all or most signed-in pages use, as parts of paths. */
const everyPage = [
  'app/(?:Shell|Header|Menu|PortalPage|use-paging)',
  'ui/(?:DataList|Day|DownloadButton|Dropdown|EmptyState|Facts|HistoryList|Loaded|Money)',
  'ui/(?:StateBadge|page-number|unsaved-changes)',
  'accounts/(?:AccountRow|AddressLines|account-face)',
  'autopay/(?:Autopay(?:Button|State)|autopay-trouble)',
  'features/balance/',
  'features/hero-discount/',
  'invoices/(?:BillsWithPayments|DownloadInvoice|invoice-lines\\.rules)',
  'paperless/PaperlessChoice',
  'payment-methods/(?:MethodWords|method-name)',
];

/** Few files instead of many tiny ones, and none that signing in loads for signed-in pages only. */
const chunks = [
  // Evaluated in a separate task.
  { name: 'react-dom', test: /node_modules\/(?:react-dom|scheduler)\//, priority: 7 },
  { name: 'base', tags: ['$initial' as const], priority: 5 },
  {
    name: 'entry',
    test: /contract\/src\/email-address|src\/api\/(?!query|log-event)|login\/(?:sign-in|sent-mail)|ui\/(?:Button|focus|layout|Message|Notice|PageTitle|SupportPhone|Reference|Spinner|Steps|TextField\.module|TextLink|problem-text|stored|time)|app\/(?:inside-path|paths|brand-image|Footer|PublicFrame)/,
    priority: 4,
  },
  {
    name: 'portal',
    test: /@tanstack(?!.*(?:useBlocker|[mM]utationObserver|useMutation))|use-sync-external-store|app\/(?:Portal|routes|page-route|UnexpectedError)|api\/(?:query-client|log-event)|features\/(?!account-info|autopay|gift-card)[^/]+\/[\w-]+\.queries|accounts\/account-ids|ui\/(?:Skeleton|icons\.|AnswerPanel|ChangeHint|Choice|ConfirmDialog|ProblemState|Question|Section|TextField|calendar-days|useDraft|Dialog\b)|appointments\/(?:useTimeWords|visit-time)/,
    priority: 3,
  },
  // The forms over the account: `shared` would cut them in two that need each other.
  {
    name: 'form',
    test: /contract\/src\/(?:customer|account)-fields|account-info\/(?:account-(?:f|info\.queries)|AccountForm|AccountSection|useAccountForm|UnsavedChanges)/,
    priority: 1.5,
  },
  // What forms about money share.
  {
    name: 'paying',
    test: /consents\/(?:agreed|Consent(?:Check|Form|s\.))|contract\/src\/(?:consent\.|payment-ref)|payment-methods\/(?:Method(?:Buttons|Choice|Name)|card-brand)|payments\/useLeftText|receipts\/receipt\.rules|ui\/CardMark/,
    priority: 1.5,
  },
  {
    name: 'payments',
    test: /features\/(?:payments|planned-payments|payment-history)\/|autopay\/AutopayCard|ui\/second/,
    priority: 1,
  },
  { name: 'login', test: /features\/login\/(?!LinkOpening)/, priority: 2 },
  { name: 'page', test: new RegExp(everyPage.join('|')), priority: 2 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 6_000, priority: 1 },
];

/** Returns the start of a file's name: before what shares it, and before its extension. */
function stemOf(name = ''): string {
  return name.split(/[~.]/, 1)[0] ?? '';
}

export default defineConfig({
  root: import.meta.dirname,
  base,
  customLogger: logger,
  plugins: [
    react(),
    madeFiles(base, { ...joinedLocales(), ...frameStyles }),
    earlyScript(base),
    withoutSchemas(),
    withoutCircles(),
    prerender(base, react),
    compressedFiles(),
  ],
  resolve: {
    // React has the hook that the shim adds to older versions.
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' },
  },
  server: {
    host: 'localhost',
    proxy: { [`${base}api`]: process.env.MYACCOUNT_SERVER_URL ?? defaultServerUrl },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Schemas of the contract are built by calls that only make values: unused ones fall away, and zod with them.
      treeshake: {
        manualPureFunctions: ['z', 'endpoint', 'text', 'pageOf', 'refusal', 'wholeNumber'],
        // A spread of schemas (`...pageQuery`) only reads.
        propertyReadSideEffects: false,
      },
      output: {
        codeSplitting: { groups: chunks },
        // A shared file is else named by everything that shares it.
        chunkFileNames: ({ name }) => `assets/${stemOf(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${stemOf(names[0])}-[hash][extname]`,
      },
    },
  },
});
