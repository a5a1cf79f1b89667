/** Returns a pattern of the files in a folder whose names start like one of these, by spaces. */
const starting = (folder: string, names: string) =>
  `/${folder}/(?:${names.replaceAll('.', '\\.').replaceAll(' ', '|')})`;

/** What every page needs, sign-in too: in one file, which is smaller than two. */
const base = [
  'node_modules/(?:i18next|react-i18next|react|void-elements)/',
  starting('contract/src', 'email-address endpoint languages'),
  'src/api/(?!query|log-event|connection)',
  starting('login', 'sign-in sent-mail'),
  starting(
    'ui',
    'Button Message Notice PageTitle Reference Spinner Steps SupportPhone TextField.module TextLink Toast icon. language toasts font',
  ),
  starting('ui', 'focus layout problem-text time'),
  starting('app', 'Footer i18n main Page. PublicFrame brand-image inside-path paths sign-in-address'),
];

/** What every signed-in page needs before it shows: router, cache, queries. */
const portal = [
  '@tanstack(?!.*(?:useBlocker|[mM]utationObserver|useMutation))',
  'use-sync-external-store',
  'features/(?!account-info|autopay|gift-card)[^/]+/[\\w-]+\\.queries',
  starting('app', 'PageSkeleton Portal routes page-route UnexpectedError'),
  starting('api', 'query-client log-event connection'),
  starting('contract/src', 'calendar.'),
  starting('accounts', 'account-ids'),
  starting('ui', 'Choice Later ProblemState Question Section Skeleton icons.'),
];

/** What opens once something is pressed: no page begins with it. */
const pressed = [starting('ui', 'AnswerPanel ChangeHint ConfirmDialog Dialog. TextField')];

/** What all or most signed-in pages show. */
const page = [
  starting('app', 'Header Menu Shell use-paging'),
  starting('ui', 'DataList Day DownloadButton Dropdown EmptyState Facts HistoryList Loaded Money StateBadge'),
  starting('ui', 'page-number unsaved-changes'),
  starting('accounts', 'AccountRow AddressLines account-face'),
  starting('autopay', 'AutopayButton AutopayState'),
  'features/(?:balance/(?!BillChangeTable)|hero-discount/)',
  starting('happenings', 'Happenings. useHappeningWords'),
  starting('invoices', 'BillsWithPayments DownloadInvoice invoice-lines.rules'),
  starting('paperless', 'PaperlessChoice'),
  starting('payment-methods', 'MethodWords method-name'),
];

/** The forms over the account: `shared` would cut them in two that need each other. */
const form = [
  starting('contract/src', 'account-fields mailable-email'),
  starting(
    'account-info',
    'AccountForm AccountSection UnsavedChanges account-f account-info.queries useAccountForm',
  ),
];

/** What forms about money share. */
const paying = [
  starting('contract/src', 'consent. payment-reference'),
  starting('consents', 'ConsentCheckbox ConsentForm Consents.module agreed-consent'),
  starting('payment-methods', 'MethodButtons MethodChoice MethodName SecurityHold card-brand'),
  starting('payments', 'useLeftText'),
  starting('receipts', 'receipt.rules'),
  starting('ui', 'CardMark'),
];

const payments = [
  'features/(?:payment-history|payments|planned-payments)/(?!ChangePlan)',
  starting('autopay', 'AutopayCard'),
  starting('ui', 'second-press'),
];

const matching = (patterns: readonly string[]) => new RegExp(patterns.join('|'));

/** Few files instead of many tiny ones, and none that signing in loads for signed-in pages only. */
export const chunks = [
  // Evaluated in a separate task.
  { name: 'react-dom', test: matching(['node_modules/(?:react-dom|scheduler)/']), priority: 7 },
  { name: 'base', test: matching(base), priority: 5 },
  { name: 'portal', test: matching(portal), priority: 3 },
  { name: 'page', test: matching(page), priority: 2 },
  { name: 'login', test: matching(['features/login/(?!LinkOpening|LoginChange)']), priority: 2 },
  { name: 'pressed', test: matching(pressed), priority: 1.6 },
  // Of bills, so that a visit's page does without.
  { name: 'opened', test: /BillChangeTable|BillPayments/, priority: 1.6 },
  { name: 'form', test: matching(form), priority: 1.5 },
  { name: 'paying', test: matching(paying), priority: 1.5 },
  { name: 'payments', test: matching(payments), priority: 1 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 6_000, priority: 1 },
];
