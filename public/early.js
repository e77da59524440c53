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

// Until hydration: what is clicked, typed, chosen and sent, for src/client/early-events.ts. The browser itself follows links,
// opens popovers and sends forms that work without scripts, all of which only read.
const early = []
const earlyTypes = ['click', 'input', 'change', 'submit']
function keepEvent(event) {
  const { type, target } = event
  const button = type === 'click' && target.closest('button[type="button"]:not([popovertarget])')
  if (button) early.push({ type, target: button, event })
  if (type === 'submit' && target.method === 'post') {
    event.preventDefault()
    early.push({ type, target, event })
  }
  if ((type === 'input' || type === 'change') && 'value' in target)
    early.push({ type, target, value: target.value, event })
}
// On their way down: React stops the events of parts that it can't hydrate yet.
for (const type of earlyTypes) addEventListener(type, keepEvent, true)
window.takeEarlyEvents = () => {
  for (const type of earlyTypes) removeEventListener(type, keepEvent, true)
  // An event that is on its way now made React hydrate its part, and React handles it next.
  return early.splice(0).filter(({ event }) => event.eventPhase === 0)
}
