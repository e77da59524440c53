// The theme that was chosen in the footer (src/ui/theme-switch.tsx), set before the first paint.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is closed to us: the system's preference holds.
}
