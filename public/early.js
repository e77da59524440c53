// Before the first paint: the theme that was chosen in the footer (src/ui/theme-switch.tsx), and whether somebody may be
// signed in (src/features/accounts/web/session-store.ts), for the corner of the header.
try {
  const { documentElement: page } = document
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme
  page.toggleAttribute('data-member', localStorage.getItem('isLoggedIn') !== null)
} catch {
  // Storage is closed to us: the system's preference holds.
}

// Before the page is alive: keys that were pressed already, for src/web/early-presses.ts. Links and forms need no keeping.
const pressed = []
function keepPress({ target }) {
  const key = target.closest('button[type="button"]')
  if (key) pressed.push(key)
}
addEventListener('click', keepPress)
window.takeEarlyPresses = () => {
  removeEventListener('click', keepPress)
  return pressed.splice(0)
}
