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

// Until hydration: what is clicked, typed, chosen and sent, for src/web/early-events.ts. The browser itself follows links,
// opens popovers and sends forms that work without scripts.
const early = []
// Whether an event is recorded on its way down: React stops those of fields in parts that it can't hydrate yet.
const earlyTypes = { click: false, input: true, change: true, submit: false }
function keepEvent(event) {
  const { type, target } = event
  const button = type === 'click' && target.closest('button[type="button"]:not([popovertarget])')
  if (button) early.push({ type, target: button })
  if (type === 'submit' && target.matches('.js-only')) {
    event.preventDefault()
    early.push({ type, target })
  }
  if ((type === 'input' || type === 'change') && 'value' in target) early.push({ type, target, value: target.value })
}
for (const type in earlyTypes) addEventListener(type, keepEvent, earlyTypes[type])
window.takeEarlyEvents = () => {
  for (const type in earlyTypes) removeEventListener(type, keepEvent, earlyTypes[type])
  return early.splice(0)
}
