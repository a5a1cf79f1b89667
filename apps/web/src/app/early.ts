import { currentSession } from '../api/session.ts';
import { startLanguage, textsUrl } from '../ui/language.ts';

const language = startLanguage();
document.documentElement.lang = language;

const texts = document.createElement('link');
Object.assign(texts, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: textsUrl(language) });
document.head.append(texts);

// Loads the first page in parallel with the main script.
void (currentSession() ? import('./shell/SignedInShell.tsx') : import('./pages/login/LoginPage.tsx'));
