/* Sets the theme that was chosen last before the page is drawn. Storage may be forbidden. */
try {
  const theme = localStorage.getItem('broadside-theme');

  if (theme === 'light' || theme === 'dark')
    document.documentElement.dataset.theme = theme;
} catch (error) { /* the system's theme */ }

/* The reveal must not be preceded by a glimpse of the standings. */
if (location.hash === '#reveal')
  document.documentElement.dataset.reveal = 'yes';
