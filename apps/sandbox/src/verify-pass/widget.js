// The button that closes the window. A browser allows it only in a window that a script opened.
document.getElementById('close')?.addEventListener('click', () => window.close());
