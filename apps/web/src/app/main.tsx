import i18next from 'i18next';
import { type ComponentType, startTransition } from 'react';
import type { Root } from 'react-dom/client';
import { config } from '../api/config.ts';
import { brandImage } from './brand-image.ts';
import { startI18n } from './i18n.ts';
import { Page } from './Page.tsx';
import { signInAddress, wantedPath } from './sign-in-address.ts';
import './base.css';
import './start-problem.css';

const page = document.documentElement;

/** Ends the task, so that what waits (a press, a paint) comes before the next one. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

const inPage = (Portal: ComponentType) => (
  <Page>
    <Portal />
  </Page>
);

// Both ways start in a transition: it renders in slices, so that a slow phone stays responsive.

/** Starts with sign-in, which the page shows already, and goes on to the portal. */
async function startSignIn(root: HTMLElement): Promise<void> {
  const [{ hydrateRoot }, { LoginStart }] = await Promise.all([
    import('react-dom/client'),
    import('./pages/LoginStart.tsx'),
  ]);
  history.replaceState(null, '', signInAddress(wantedPath()));
  let reactRoot: Root | undefined;
  const showPortal = (Portal: ComponentType) => reactRoot?.render(inPage(Portal));
  const signIn = (
    <Page>
      <LoginStart onPortal={showPortal} />
    </Page>
  );
  startTransition(() => {
    reactRoot = hydrateRoot(root, signIn);
  });
}

/** Starts the portal: a spinner until its first page and the page's data are there (SHELL-8). Each part loads in a task. */
async function startPortal(root: HTMLElement): Promise<void> {
  const main = document.createElement('main');
  const title = Object.assign(document.createElement('h1'), { textContent: i18next.t('ui.loading') });
  const status = Object.assign(document.createElement('div'), {
    role: 'status',
    ariaLabel: title.textContent,
  });
  status.append(...document.querySelectorAll('.starting'));
  main.append(title, status);
  root.replaceChildren(main);
  delete page.dataset.start;
  const { createRoot } = await import('react-dom/client');
  await nextTask();
  const { createPortal } = await import('./Portal.tsx');
  await nextTask();
  const { load, Portal } = createPortal();
  await nextTask();
  await load();
  await nextTask();
  startTransition(() => createRoot(root).render(inPage(Portal)));
}

/** Shows a message in both languages that is part of the page itself, because something could not be loaded. */
function showStartProblem(): void {
  document.getElementById('root')?.remove();
  document.getElementById('start-problem')?.removeAttribute('hidden');
}

/** Waits for the style sheets that the early script asked for: the page's own styles are those of sign-in. */
async function styleSheetsReady(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])')];
  const ready = links
    .filter(({ sheet }) => !sheet)
    .map((link) => new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve })));
  await Promise.all(ready);
}

async function startPage(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  document.querySelector('link[rel="icon"]')?.setAttribute('href', brandImage(config.brand.logo));
  const [hasTexts] = await Promise.all([startI18n(), styleSheetsReady()]);
  if (!hasTexts) return showStartProblem();
  await (page.dataset.start === 'sign-in' ? startSignIn(root) : startPortal(root));
}

// Not awaited: the pages import the file of this module, so they load only after it has run.
startPage().catch((error: unknown) => {
  showStartProblem();
  throw error;
});
