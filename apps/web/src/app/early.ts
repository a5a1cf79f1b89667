import { hasStorage } from '../api/browser-storage.ts';
import { currentSession, latestEmail } from '../api/session.ts';
import { selectedAccountIds } from '../features/accounts/account-ids.ts';
import { findSentCode } from '../features/login/sent-mail.ts';
import { hasLoadedFont, showFont } from '../ui/font.ts';
import { fetchTexts, startLanguage } from '../ui/language.ts';
import { askEarly } from './early-calls.ts';

// Runs before the browser paints the page: decides what it shows, and asks for what it needs next.
const page = document.documentElement;
const files = document.currentScript?.dataset;
/** For a page that is not painted, as in a tab in the background. */
const longestWaitForPaintMs = 1_000;

/** The sign-in page of the server is for a new visitor who reads its language. Anything else the scripts render. */
function fitsVisitor(): boolean {
  const isEnded = new URLSearchParams(location.search).has('ended');
  // Who signed in before in this tab, too: the form is filled in.
  const isNewVisit = !latestEmail() && !findSentCode() && !isEnded;
  return page.dataset.start === 'sign-in' && isNewVisit && page.lang === startLanguage();
}

function addLink(attributes: Partial<HTMLLinkElement>): void {
  document.head.append(
    Object.assign(document.createElement('link'), { crossOrigin: 'anonymous', ...attributes }),
  );
}

/** Returns whether the page is one that a mailed link opens, without a session. */
const isAt = (path: string) => location.pathname.startsWith(`${import.meta.env.BASE_URL}${path}/`);
const isVisit = isAt('schedule');
const isPublic = isVisit || isAt('stop-charge') || isAt('login/change');

if (!isPublic && !hasStorage()) page.dataset.start = 'blocked';
else if (!fitsVisitor()) page.dataset.start = 'portal';
page.lang = startLanguage();

// From the cache: a first visit loads its 47 KiB last, so that no answer has to wait for them (`ui/font.ts`).
if (!files || hasLoadedFont()) showFont();
if (files && hasLoadedFont()) addLink({ rel: 'preload', as: 'font', type: 'font/woff2', href: files.font });

/** Loads the main script, and side by side what it loads first, with its style sheets. */
function loadPage(): void {
  const [main, ...parts] = split(files?.main);
  if (!main) return;
  window.earlyTexts = fetchTexts(page.lang);
  const first = split(page.dataset.start === 'sign-in' ? files?.signIn : portalFiles());
  for (const href of new Set([...parts, ...first])) {
    addLink({ rel: href.endsWith('.css') ? 'stylesheet' : 'modulepreload', href });
  }
  const attributes = { type: 'module', crossOrigin: 'anonymous', src: main };
  document.head.append(Object.assign(document.createElement('script'), attributes));
}

function pageName(): string {
  return location.pathname.slice(import.meta.env.BASE_URL.length) || 'home';
}

/** The page of a visit needs nothing that only signed-in pages use. */
function portalFiles(): string | undefined {
  return isVisit ? files?.visit : [files?.portal, files?.[`page${pageName()}`]].join(' ');
}

/** Makes the page's first calls. A page that only leads elsewhere makes none. */
function loadData(): void {
  const session = currentSession();
  const search = new URLSearchParams(location.search);
  const leadsElsewhere = search.has('deeplink') || search.has('account');
  const ids = session && selectedAccountIds();
  if (ids && !isPublic && !leadsElsewhere) askEarly(pageName(), ids, session);
}

function split(list: string | undefined): string[] {
  return list?.split(' ').filter(Boolean) ?? [];
}

/** Loads the page once it has been painted. */
function loadAfterPaint(): void {
  let isLoading = false;
  const load = () => {
    if (!isLoading) loadPage();
    isLoading = true;
  };
  new PerformanceObserver(load).observe({ type: 'paint', buffered: true });
  setTimeout(load, longestWaitForPaintMs);
}

// A page that can be read at once is painted first: its scripts would compete for a slow connection.
if (page.dataset.start === 'sign-in') loadAfterPaint();
else if (page.dataset.start === 'portal') {
  loadData();
  loadPage();
  // A browser takes long to make its first format of dates, which a visit needs: it does while files arrive.
  if (isVisit) setTimeout(Intl.DateTimeFormat);
}

// What is done before the main script is here takes effect once it is: a form that was sent (`useEarlyInput`), and a
// language that was chosen (`LanguageButtons`).
document.addEventListener('submit', ({ target }) => {
  if (target instanceof HTMLFormElement) target.dataset.submitted = '';
});
document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('button[lang]');
  if (!button) return;
  document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
  button.dataset.pressed = '';
});
